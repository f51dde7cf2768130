package main

import (
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"d3d9vk/translate/container"
	"d3d9vk/translate/sm"
)

// maxFile is the largest file that is read, in bytes.
const maxFile = 64 << 20

// stdinName is what messages call standard input.
const stdinName = "<stdin>"

// shader is one program among those that the arguments name.
type shader struct {
	file    string // as given
	below   string // the file's place below the directory that was given, or its name
	format  container.Format
	offset  int    // in the file; -1 for assembly text
	name    string // inside the file, or ""
	same    int    // number in the file of an equal one before it, from 1, or 0
	number  int    // in the file, from 1
	count   int    // how many the file holds
	program *sm.Program

	start    sm.Place   // assembly text only
	places   []sm.Place // assembly text only
	warnings []*sm.AsmError
	lines    []int // tokens: lines of the canonical disassembly, made when asked for
}

// base is the file, with the shader's offset where it holds others or other things too.
func (s *shader) base() string {
	if s.offset >= 0 && s.format != container.Tokens {
		return s.file + "@" + strconv.Itoa(s.offset)
	}
	return s.file
}

// at is the place of an instruction, "file:line"; -1 is the program as a whole. The line of tokens is that of their disassembly.
func (s *shader) at(instr int) string {
	place := sm.Place{File: s.base(), Line: 1}
	switch {
	case s.offset < 0 && instr < 0:
		place = s.start
	case s.offset < 0:
		place = s.places[instr]
	case instr >= 0:
		if s.lines == nil {
			_, s.lines = sm.PrintLines(s.program)
		}
		place.Line = s.lines[instr]
	}
	return place.File + ":" + strconv.Itoa(place.Line)
}

// list collects a flag that may be given many times.
type list []string

func (l *list) String() string     { return strings.Join(*l, " ") }
func (l *list) Set(s string) error { *l = append(*l, s); return nil }

// loader reads the shaders that arguments name.
type loader struct {
	e        *env
	report   func(line string) // takes what is wrong with a file, a line each
	failed   bool              // something was reported
	includes list
	defines  list
	choice   string
}

func newLoader(e *env, flags *flag.FlagSet) *loader {
	l := &loader{e: e}
	l.report = func(line string) { fmt.Fprintln(e.stderr, line) }
	flags.Var(&l.includes, "I", "`folder` where #include in assembly looks, after the file's own; may be given again")
	flags.Var(&l.defines, "D", "`NAME=VALUE` of a macro in assembly; may be given again")
	flags.StringVar(&l.choice, "shader", "", "take only this one of a file's shaders: its `number` from 1, or its name")
	return l
}

func (l *loader) fail(format string, args ...any) {
	l.failed = true
	l.report(fmt.Sprintf(format, args...))
}

// done is the error of a subcommand whose loader has reported something, or nil.
func (l *loader) done() error {
	if l.failed {
		return errFound
	}
	return nil
}

// files gives the files that the arguments name; found has the directories in which files were found.
func (l *loader) files(args []string) (files []string, found map[string]string) {
	found = map[string]string{}
	for _, arg := range args {
		info, err := os.Stat(arg)
		if arg == "-" || err != nil || !info.IsDir() {
			files = append(files, arg) // its error shows when it is read
			continue
		}
		err = filepath.WalkDir(arg, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				l.fail("%s: %v", path, err)
			case d.IsDir() && path != arg && strings.HasPrefix(d.Name(), "."):
				return fs.SkipDir
			case d.Type().IsRegular():
				files = append(files, path)
				found[path] = arg
			}
			return nil
		})
		if err != nil {
			l.fail("%s: %v", arg, err)
		}
	}
	return files, found
}

// each calls visit with every shader. What cannot be read is reported; an error of visit ends it.
func (l *loader) each(args []string, visit func(s *shader) error) error {
	if len(args) == 0 {
		return fmt.Errorf("%w: no input (- is standard input)", errUsage)
	}
	files, found := l.files(args)
	bar := newProgress(l.e, len(files))
	defer bar.end()
	none := true
	for _, file := range files {
		bar.step(file)
		folder, wasFound := found[file]
		for _, s := range l.load(file, wasFound) {
			none = false
			s.below = filepath.Base(s.file)
			if below, err := filepath.Rel(folder, file); wasFound && err == nil {
				s.below = below
			}
			if err := visit(s); err != nil {
				return err
			}
		}
	}
	if none && !l.failed {
		l.fail("%s: no Direct3D 9 shader was found", strings.Join(args, ", ")) // in files of folders nobody named
	}
	return nil
}

func read(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err == nil && len(data) > maxFile {
		err = fmt.Errorf("larger than %d MiB", maxFile>>20)
	}
	return data, err
}

func (l *loader) read(file string) ([]byte, error) {
	if file == "-" {
		return read(l.e.in)
	}
	if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && info.Size() <= maxFile {
		return os.ReadFile(file)
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return read(f)
}

// load gives the shaders of one file, by the loader's choice. A file that was only found, in a directory, may hold none.
func (l *loader) load(file string, found bool) []*shader {
	data, err := l.read(file)
	if file == "-" {
		file = stdinName
	}
	if err != nil {
		if pathError := (*fs.PathError)(nil); errors.As(err, &pathError) {
			err = pathError.Err
		}
		l.fail("%s: %v", file, err)
		return nil
	}
	var shaders []*shader
	text := isText(data)
	if !text || container.IsHeader(data) {
		shaders = l.search(file, data, found || text)
	}
	if text && len(shaders) == 0 {
		shaders = l.assemble(file, string(data), found)
	}
	if l.choice == "" {
		return shaders
	}
	var chosen []*shader
	for _, s := range shaders {
		if s.name == l.choice || strconv.Itoa(s.number) == l.choice {
			chosen = append(chosen, s)
		}
	}
	if len(chosen) == 0 && len(shaders) > 0 && !found {
		l.fail("%s: none of its %d shaders is %q", file, len(shaders), l.choice)
	}
	return chosen
}

// search finds the shaders in bytes.
func (l *loader) search(file string, data []byte, found bool) []*shader {
	result, err := container.Find(data)
	if e := (*container.Error)(nil); errors.As(err, &e) {
		l.fail("%s@%d: container: %s", file, e.Offset, e.Msg)
	}
	var shaders []*shader
	for i := range result.Shaders {
		f := &result.Shaders[i]
		p, err := sm.Parse(f.Code)
		if err != nil {
			l.fail("%s@%d: syntax: %v", file, f.Offset, err)
			continue
		}
		shaders = append(shaders, &shader{file: file, format: result.Format, offset: f.Offset, name: f.Name, same: f.Same + 1, number: i + 1, count: len(result.Shaders), program: p})
	}
	if len(result.Shaders) > 0 || found || err != nil {
		return shaders
	}
	if len(data) >= 4 && sm.Version(binary.LittleEndian.Uint32(data)).Known() {
		_, err := sm.Parse(data)
		if e := (*sm.SyntaxError)(nil); errors.As(err, &e) {
			l.fail("%s@%d: syntax: %s", file, 4*e.Offset, e.Msg)
			return nil
		}
	}
	l.fail("%s: no Direct3D 9 shader was found", file)
	return nil
}
