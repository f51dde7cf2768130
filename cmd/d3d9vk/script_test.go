package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"d3d9vk/internal/corpus"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"d3d9vk": main})
}

// TestScripts plays the command lines of testdata; D3D9VK_UPDATE=1 rewrites what they compare with.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata",
		UpdateScripts: os.Getenv("D3D9VK_UPDATE") == "1",
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"join": join,
			"dxbc": dxbc,
			"cut":  cut,
		},
	})
}

// join writes its first file from the others, with four bytes before each, as a container of no known format.
func join(ts *testscript.TestScript, _ bool, args []string) {
	var data []byte
	for _, name := range args[1:] {
		data = append(append(data, "PAD."...), ts.ReadFile(name)...)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), data, 0o666))
}

// dxbc writes its first file as a DXBC with the tokens of the second in an Aon9 chunk.
func dxbc(ts *testscript.TestScript, _ bool, args []string) {
	tokens := ts.ReadFile(args[1])
	words := func(list ...int) (out []byte) {
		for _, w := range list {
			out = binary.LittleEndian.AppendUint32(out, uint32(w))
		}
		return out
	}
	data := bytes.Join([][]byte{[]byte("DXBC"), make([]byte, 16), words(1, 44+len(tokens), 1, 36), []byte("Aon9"), words(len(tokens)), []byte(tokens)}, nil)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), data, 0o666))
}

// cut writes to its first file the first bytes of the second, or with a negative number all but its first.
func cut(ts *testscript.TestScript, _ bool, args []string) {
	data := ts.ReadFile(args[1])
	n, err := strconv.Atoi(args[2])
	ts.Check(err)
	if n < 0 {
		data = data[-n:]
	} else {
		data = data[:n]
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(data), 0o666))
}

// TestCorpusCommands: every shader of the corpus disassembles to text that assembles to the same bytes, and is described; those that
// Microsoft's compilers made have no errors.
func TestCorpusCommands(t *testing.T) {
	dir := t.TempDir()
	files := corpus.Shaders(t)
	for _, f := range files {
		path := filepath.Join(dir, "tokens", f.Name+".bin")
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	d3d9vk := func(args ...string) string {
		t.Helper()
		var out, stderr bytes.Buffer
		if status := run(&env{in: strings.NewReader(""), out: &out, stderr: &stderr}, args); status != 0 {
			t.Fatalf("%q: status %d\n%s%s", args, status, &out, &stderr)
		}
		return out.String()
	}
	d3d9vk("dis", filepath.Join(dir, "tokens"), "-o", filepath.Join(dir, "text")+"/")
	d3d9vk("asm", filepath.Join(dir, "text"), "-o", filepath.Join(dir, "again")+"/")
	for _, f := range files {
		ext := ".vso"
		if f.Data[2] == 0xFF {
			ext = ".pso"
		}
		got, err := os.ReadFile(filepath.Join(dir, "again", f.Name+ext))
		if err != nil || !bytes.Equal(got, f.Data[:min(len(got), len(f.Data))]) {
			t.Errorf("%s: assembled again it differs (%v)", f.Name, err)
		}
	}
	if text := d3d9vk("info", filepath.Join(dir, "tokens")); strings.Count(text, " slots\n") != len(files) {
		t.Errorf("%d descriptions, want %d", strings.Count(text, " slots\n"), len(files))
	}
}

func TestProgress(t *testing.T) {
	dir := t.TempDir()
	for i := range fewFiles + 1 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("a_rather_long_name_of_a_shader_file_%d.asm", i)), []byte("ps_2_0\nmov oC0, r0, r1"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, bar := range []bool{false, true} {
		var out, stderr bytes.Buffer
		run(&env{out: &out, stderr: &stderr, bar: bar}, []string{"check", dir})
		if n := strings.Count(out.String(), ": syntax: the end of the line expected"); n != fewFiles+1 {
			t.Errorf("%d findings, want %d: %s", n, fewFiles+1, &out)
		}
		if shown := strings.Contains(stderr.String(), "] 1/9 ..."); shown != bar || bar && !strings.HasSuffix(stderr.String(), "\r\x1b[K") {
			t.Errorf("bar %t: stderr %q", bar, &stderr)
		}
	}
}
