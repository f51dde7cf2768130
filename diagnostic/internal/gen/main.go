// Command gen writes the table of diagnostics at the end of a page of the documents. It knows package diagnostic and Markdown.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"strings"

	"d3d9vk/diagnostic"
)

// mark is the line of the page below which everything is written here.
const mark = "<!-- Below: written by go generate ./diagnostic from diagnostic/table.go. -->\n"

func main() {
	page := flag.String("page", "", "the file whose end to write")
	flag.Parse()
	old, err := os.ReadFile(*page)
	if err != nil {
		log.Fatal(err)
	}
	text, err := written(string(old))
	if err != nil {
		log.Fatal(*page, ": ", err)
	}
	if err := os.WriteFile(*page, []byte(text), 0o644); err != nil {
		log.Fatal(err)
	}
}

// written is the page with the table below the mark.
func written(page string) (string, error) {
	above, _, ok := strings.Cut(page, mark)
	if !ok {
		return "", fmt.Errorf("the line %q is missing", strings.TrimSpace(mark))
	}
	var b strings.Builder
	b.WriteString(above + mark)
	b.WriteString("\n| id | severity | rules | meaning | what to do |\n| --- | --- | --- | --- | --- |\n")
	for i := range diagnostic.Rows {
		r := &diagnostic.Rows[i]
		rules := r.Rule()
		if rules == "" {
			rules = "-"
		}
		fmt.Fprintf(&b, "| `%s` | %v | %s | %s | %s |\n", r.ID, r.Severity, rules, r.Meaning, r.Advice)
	}
	return b.String(), nil
}
