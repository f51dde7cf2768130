// Package archtest holds the project's laws as tests: which package may import which, how large a file and a function may
// be, which names are not allowed, and which functions of vulkan-go must never be called. docs/architecture.md explains them.
package archtest
