// Command gen writes the *_gen.go files of package d3d9 from the tables of this package, the one place where the
// names and numbers of Direct3D 9 are written down. It knows nothing of what uses them.
package main

import (
	"flag"
	"log"
	"os"
	"path/filepath"
)

func main() {
	out := flag.String("out", ".", "folder that gets the files")
	flag.Parse()
	files, err := render()
	if err != nil {
		log.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(*out, name), text, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}
