package porttest

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"d3d9vk/caps"
	"d3d9vk/device"
)

// Entry is one device that a scene is drawn on.
type Entry struct {
	Name    string        // of the subtest; "": made from the other fields
	Profile string        // a name of caps.Profiles or a file that d3d9vk caps -capture wrote; "": "full"
	Caps    *caps.Profile // a profile of the program's own; nil: Profile's
	Disable []string      // optional Vulkan features to do without (device.Options.Disable)
	Adapter int           // which Vulkan device, from 0
	// Known says why the scene is known to fail here. It then must: an entry that has a reason and passes is a failure, so that the reason
	// is deleted when it has become wrong.
	Known string
}

// Profiles are entries for the caps profiles with the names.
func Profiles(names ...string) []Entry {
	var out []Entry
	for _, name := range names {
		out = append(out, Entry{Profile: name})
	}
	return out
}

// Without are entries with the profile "full", each without one of the optional Vulkan features.
func Without(features ...string) []Entry {
	var out []Entry
	for _, name := range features {
		out = append(out, Entry{Disable: []string{name}})
	}
	return out
}

// Drivers are entries with the profile "full" for the Vulkan devices of this machine, none where there is none.
func Drivers() []Entry {
	var out []Entry
	for i := 0; ; i++ {
		if adapterMissing(i) != nil {
			return out
		}
		out = append(out, Entry{Name: fmt.Sprintf("adapter-%d", i), Adapter: i})
	}
}

// name is that of the subtest.
func (e Entry) name() string {
	if e.Name != "" {
		return e.Name
	}
	parts := []string{e.profileName()}
	for _, feature := range e.Disable {
		parts = append(parts, "without-"+feature)
	}
	if e.Adapter != 0 {
		parts = append(parts, fmt.Sprintf("adapter-%d", e.Adapter))
	}
	if parts[0] == full && len(parts) > 1 {
		parts = parts[1:]
	}
	return strings.Join(parts, ",")
}

// full is the profile that the others are compared with.
const full = "full"

func (e Entry) profileName() string {
	switch {
	case e.Caps != nil:
		return e.Caps.Name
	case e.Profile == "":
		return full
	}
	return e.Profile
}

// reference says whether the entry is the one that the others are compared with.
func (e Entry) reference() bool {
	return e.Caps == nil && e.profileName() == full && len(e.Disable) == 0 && e.Adapter == 0
}

// options are the device's, and the profile it then has.
func (e Entry) options() (device.Options, error) {
	profile := e.Caps
	if profile == nil {
		named, err := caps.FindProfile(e.profileName())
		if err != nil {
			return device.Options{}, err
		}
		profile = &named
	}
	return device.Options{Profile: profile, Disable: slices.Clone(e.Disable), Adapter: e.Adapter, Debug: true, Log: slog.New(slog.DiscardHandler)}, nil
}
