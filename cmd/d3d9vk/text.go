package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"

	"d3d9vk/translate/sm"
)

// isText reports data that is text: assembly, HLSL or anything else that people write. Tokens hold zeros within a few bytes.
func isText(data []byte) bool {
	const looked = 1 << 12
	head := data[:min(len(data), looked)]
	return len(head) > 0 && bytes.IndexByte(head, 0) < 0 && (utf8.Valid(head) || len(bytes.TrimFunc(head, func(r rune) bool { return r < 0x80 })) < len(head)/2)
}

var (
	versionWord = regexp.MustCompile(`(?i)^[vp]s[._][123][._]`)
	blanks      = regexp.MustCompile(`^(\s+|//[^\n]*|;[^\n]*|(?s:/\*.*?\*/)|#[^\n]*)+`)
	hlslWord    = regexp.MustCompile(`\b(float[1-4](x[1-4])?|half[1-4]?|(float|half|int|void)\s+\w+\s*[(;=:]|sampler(1D|2D|3D|CUBE)?\s+\w|cbuffer|technique|tex2D|mul\s*\()|:\s*(POSITION|TEXCOORD|COLOR|SV_)`)
)

// isAssembly reports text whose first word, behind comments and directives, is a version.
func isAssembly(text string) bool {
	const looked = 1 << 16
	head := text[:min(len(text), looked)]
	return versionWord.MatchString(head[len(blanks.FindString(head)):])
}

// errHLSL is the error of source in the wrong language.
var errHLSL = errors.New("this is HLSL source, not assembly: compile it first (fxc /T ps_3_0 /Fo OUT IN, or vkd3d-compiler -b d3d-bytecode) and give the compiled file")

// assemble reads assembly text. Text that was only found, in a directory, counts where it starts with a version.
func (l *loader) assemble(file, text string, found bool) []*shader {
	text = strings.TrimPrefix(text, "\uFEFF")
	if !isAssembly(text) {
		if found {
			return nil
		}
		if hlslWord.MatchString(text) {
			l.fail("%s: %v", file, errHLSL)
			return nil
		}
	}
	a, err := sm.AssembleText(text, sm.AsmOptions{File: file, Defines: l.macros(), Include: l.include})
	if list := (sm.AsmErrors)(nil); errors.As(err, &list) {
		for _, e := range list {
			l.fail("%s:%d:%d: syntax: %s", e.File, e.Line, e.Col, e.Msg)
		}
		return nil
	}
	return []*shader{{file: file, offset: -1, number: 1, count: 1, program: a.Program, start: a.Start, places: a.Places, warnings: a.Warnings}}
}

// macros turns -D flags into macros; one without a value is 1.
func (l *loader) macros() map[string]string {
	if len(l.defines) == 0 {
		return nil
	}
	m := map[string]string{}
	for _, d := range l.defines {
		name, value, ok := strings.Cut(d, "=")
		if !ok {
			value = "1"
		}
		m[name] = value
	}
	return m
}

// include looks beside the file that includes, for <name> only where -I says.
func (l *loader) include(from, name string, angle bool) (file, text string, err error) {
	name = filepath.FromSlash(strings.ReplaceAll(name, `\`, "/"))
	folders := l.includes
	if !angle {
		folders = append(list{filepath.Dir(from)}, folders...)
	}
	for _, folder := range folders {
		path := filepath.Join(folder, name)
		if filepath.IsAbs(name) {
			path = name
		}
		f, err := os.Open(path)
		if err != nil {
			continue
		}
		defer f.Close()
		data, err := read(f)
		if err != nil {
			return "", "", err
		}
		return path, string(data), nil
	}
	return "", "", fmt.Errorf("there is no such file in %s", strings.Join(folders, ", "))
}
