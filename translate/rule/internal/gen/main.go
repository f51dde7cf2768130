// Command gen writes the table of shader rules at the end of a page of the documents. It knows package rule and Markdown.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"strings"

	"d3d9vk/translate/rule"
	"d3d9vk/translate/sm"
)

// mark is the line of the page below which everything is written here.
const mark = "<!-- Below: written by go generate ./translate/rule from translate/rule/table.go. -->\n"

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
	b.WriteString("\n| id | severity | versions | rule | source |\n| --- | --- | --- | --- | --- |\n")
	for i := range rule.Rules {
		r := &rule.Rules[i]
		fmt.Fprintf(&b, "| %s | %v | %s | %s | %s |\n", r.ID, r.Severity, versions(r), r.Text, r.Source)
	}
	return b.String(), nil
}

// versions spells the spans of a rule.
func versions(r *rule.Rule) string {
	var out []string
	for _, s := range []sm.Span{r.VS, r.PS} {
		if s != (sm.Span{}) {
			out = append(out, s.String())
		}
	}
	return strings.Join(out, ", ")
}
