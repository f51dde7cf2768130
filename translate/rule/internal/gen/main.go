// Command gen writes the table of shader rules as a page of the documents. It knows package rule and Markdown.
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

func main() {
	out := flag.String("out", "", "the file to write")
	flag.Parse()
	if err := os.WriteFile(*out, []byte(page()), 0o644); err != nil {
		log.Fatal(err)
	}
}

// page is the document.
func page() string {
	var b strings.Builder
	b.WriteString("# Rules about shader programs\n\n")
	b.WriteString("Written by `go generate ./translate/rule` from the table in `translate/rule/table.go`; do not edit. Package `translate/validate` and\n")
	b.WriteString("`d3d9vk check` report breaches by these ids, which do not change. The last column is the title of the page of Microsoft's reference\n")
	b.WriteString("that the rule is taken from. A grant is something that is allowed and looks as if it were not.\n\n")
	b.WriteString("| id | severity | versions | rule | source |\n| --- | --- | --- | --- | --- |\n")
	for i := range rule.Rules {
		r := &rule.Rules[i]
		fmt.Fprintf(&b, "| %s | %v | %s | %s | %s |\n", r.ID, r.Severity, versions(r), r.Text, r.Source)
	}
	return b.String()
}

// versions spells the spans of a rule.
func versions(r *rule.Rule) string {
	var out []string
	for _, s := range []sm.Span{r.VS, r.PS} {
		switch {
		case s == sm.Span{}:
		case s.First == s.Last:
			out = append(out, s.First.String())
		default:
			out = append(out, s.First.String()+" to "+s.Last.String())
		}
	}
	return strings.Join(out, ", ")
}
