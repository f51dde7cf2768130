package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// output writes what subcommands make for each shader.
type output struct {
	e      *env
	path   string // file or folder; "-" is standard output
	binary bool
	made   map[string]string // what the files in the folder were made from
}

// folder reports that the path is one: then each shader gets a file of its own.
func (o *output) folder() bool {
	info, err := os.Stat(o.path)
	return strings.HasSuffix(o.path, "/") || err == nil && info.IsDir()
}

// check refuses what would spoil a terminal or lose shaders.
func (o *output) check(shaders []*shader) error {
	switch {
	case o.path == "-" && o.binary && o.e.outTerminal:
		return fmt.Errorf("%w: the result is binary: give a file with -o", errUsage)
	case len(shaders) > 1 && !o.folder() && (o.binary || o.path != "-"):
		return fmt.Errorf("%w: there are %d shaders: choose one with -shader 1 to %d (d3d9vk info lists them), or give a folder with -o FOLDER/", errUsage, len(shaders), len(shaders))
	}
	return nil
}

// write writes the result for one shader; ext is for files in a folder.
func (o *output) write(s *shader, data []byte, ext string) error {
	if o.path == "-" {
		_, err := o.e.out.Write(data)
		return err
	}
	path := o.path
	if o.folder() {
		name := s.below
		if s.file == stdinName {
			name = "stdin"
		}
		name = strings.TrimSuffix(name, filepath.Ext(name))
		if s.count > 1 {
			name += fmt.Sprintf(".%d", s.number)
		}
		path = filepath.Join(path, name+ext)
		if before := o.made[path]; before != "" {
			return fmt.Errorf("%s and %s would both become %s", before, s.file, path)
		}
		if o.made == nil {
			o.made = map[string]string{}
		}
		o.made[path] = s.file
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
	}
	return os.WriteFile(path, data, 0o666)
}

// all loads the shaders of the arguments and checks where their results go.
func (o *output) all(l *loader, args []string) ([]*shader, error) {
	var shaders []*shader
	err := l.each(args, func(s *shader) error {
		shaders = append(shaders, s)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return shaders, o.check(shaders)
}
