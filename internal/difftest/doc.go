// Package difftest runs random shader programs (smgen) by the independent interpreter (refsm) and on the device, and compares
// the results channel by channel. It is a package of tests only.
package difftest
