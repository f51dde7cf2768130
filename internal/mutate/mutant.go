package main

// mutant is one patch that breaks a rule in the product.
type mutant struct {
	rule     string
	file     string   // slash path in the module
	old, new string   // old is in the file exactly once
	tests    []string // package:pattern of top-level tests; sub-tests are chosen by the rule's id
}

// mutants has at least one patch for each rule.
var mutants = []mutant{}
