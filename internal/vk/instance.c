#include "internal.h"
#include <dlfcn.h>
#include <malloc.h>

static PFN_vkGetInstanceProcAddr get_proc;
static pthread_mutex_t load_mutex = PTHREAD_MUTEX_INITIALIZER;

int vkx_load(char *err, size_t n) {
	pthread_mutex_lock(&load_mutex);
	if (!get_proc) {
		void *lib = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
		if (!lib) snprintf(err, n, "%s", dlerror());
		else get_proc = (PFN_vkGetInstanceProcAddr)dlsym(lib, "vkGetInstanceProcAddr");
		if (lib && !get_proc) snprintf(err, n, "libvulkan.so.1 has no vkGetInstanceProcAddr");
	}
	pthread_mutex_unlock(&load_mutex);
	return get_proc ? 0 : -1;
}

void *vkx_instance_proc_addr(void) { return (void *)get_proc; }
VkInstance vkx_instance_handle(vkx_instance *i) { return i->handle; }

static VKAPI_ATTR VkBool32 VKAPI_CALL on_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity, VkDebugUtilsMessageTypeFlagsEXT types,
	const VkDebugUtilsMessengerCallbackDataEXT *data, void *user) {
	(void)severity, (void)types;
	vkx_instance *i = user;
	const char *id = data->pMessageIdName ? data->pMessageIdName : "-", *text = data->pMessage ? data->pMessage : "";
	size_t n = strlen(id) + strlen(text) + 2;
	struct message *m = malloc(sizeof *m + n);
	if (!m) return VK_FALSE;
	m->next = NULL;
	snprintf(m->text, n, "%s %s", id, text);
	pthread_mutex_lock(&i->mutex);
	*i->last = m;
	i->last = &m->next;
	pthread_mutex_unlock(&i->mutex);
	return VK_FALSE;
}

char *vkx_instance_message(vkx_instance *i) {
	pthread_mutex_lock(&i->mutex);
	struct message *m = i->messages;
	if (m) {
		i->messages = m->next;
		if (!i->messages) i->last = &i->messages;
	}
	pthread_mutex_unlock(&i->mutex);
	if (!m) return NULL;
	char *text = strdup(m->text);
	free(m);
	return text;
}

static bool has_extension(const VkExtensionProperties *list, uint32_t count, const char *name) {
	for (uint32_t i = 0; i < count; i++)
		if (!strcmp(list[i].extensionName, name)) return true;
	return false;
}

// The window systems' extensions: whichever of them the loader has are enabled, so that any registered window can make its surface. Wayland's
// only where there is a compositor: Mesa's device selection connects to it and complains on standard error where there is none.
static const char *const surface_extensions[] = {
	"VK_KHR_surface", "VK_KHR_xlib_surface", "VK_KHR_xcb_surface", "VK_KHR_wayland_surface", "VK_EXT_headless_surface",
};

static VkResult create_handle(vkx_instance *i, int validation, char *err, size_t n) {
#define GLOBAL(name) PFN_vk##name name = (PFN_vk##name)get_proc(NULL, "vk" #name)
	GLOBAL(CreateInstance);
	GLOBAL(EnumerateInstanceVersion);
	GLOBAL(EnumerateInstanceExtensionProperties);
	GLOBAL(EnumerateInstanceLayerProperties);
	uint32_t version = VK_API_VERSION_1_0;
	if (EnumerateInstanceVersion) EnumerateInstanceVersion(&version);
	if (version < VK_API_VERSION_1_3) {
		snprintf(err, n, "the Vulkan loader is version %u.%u, and 1.3 is required", VK_VERSION_MAJOR(version), VK_VERSION_MINOR(version));
		return VK_ERROR_INCOMPATIBLE_DRIVER;
	}
	const char *layer = "VK_LAYER_KHRONOS_validation", *names[16];
	uint32_t count = 0, layers = 0;
	VkExtensionProperties list[256], layer_list[32];
	uint32_t list_count = 256, layer_list_count = 32;
	VkResult r = EnumerateInstanceExtensionProperties(NULL, &list_count, list);
	if (r < 0) list_count = 0;
	for (size_t k = 0; k < sizeof surface_extensions / sizeof *surface_extensions; k++)
		if (has_extension(list, list_count, surface_extensions[k]) && (!strstr(surface_extensions[k], "wayland") || getenv("WAYLAND_DISPLAY")))
			names[count++] = surface_extensions[k];
	i->surfaces = has_extension(list, list_count, "VK_KHR_surface");
	VkValidationFeatureEnableEXT enable = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
	VkValidationFeaturesEXT features = {VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT, NULL, 1, &enable, 0, NULL};
	VkDebugUtilsMessengerCreateInfoEXT messenger = {VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT, NULL, 0,
		VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
		VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT, on_message, i};
	if (validation) {
		VkLayerProperties available[64];
		uint32_t k = 64;
		if (EnumerateInstanceLayerProperties(&k, available) < 0) k = 0;
		while (k > 0 && strcmp(available[k - 1].layerName, layer)) k--;
		if (!k) {
			snprintf(err, n, "validation is asked for and %s is not installed", layer);
			return VK_ERROR_LAYER_NOT_PRESENT;
		}
		layers = 1;
		names[count++] = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
		if (EnumerateInstanceExtensionProperties(layer, &layer_list_count, layer_list) >= 0 &&
			has_extension(layer_list, layer_list_count, VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME)) {
			names[count++] = VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME;
			messenger.pNext = &features;
		}
	}
	VkApplicationInfo app = {VK_STRUCTURE_TYPE_APPLICATION_INFO, NULL, "d3d9vk", 1, "d3d9vk", 1, VK_API_VERSION_1_3};
	VkInstanceCreateInfo info = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, validation ? &messenger : NULL, 0, &app, layers, &layer, count, names};
	r = CreateInstance(&info, NULL, &i->handle);
	if (r < 0) {
		snprintf(err, n, "vkCreateInstance failed (%d)%s", r, r == VK_ERROR_INCOMPATIBLE_DRIVER ? ": no Vulkan driver is installed" : "");
		return r;
	}
#define LOAD(name) i->f.name = (PFN_vk##name)get_proc(i->handle, "vk" #name);
	INSTANCE_FUNCTIONS(LOAD)
	OPTIONAL_INSTANCE_FUNCTIONS(LOAD)
#undef LOAD
	messenger.pNext = NULL;
	if (validation) r = i->f.CreateDebugUtilsMessengerEXT(i->handle, &messenger, NULL, &i->messenger);
	if (r < 0) snprintf(err, n, "vkCreateDebugUtilsMessengerEXT failed (%d)", r);
	return r < 0 ? r : VK_SUCCESS;
}

VkResult vkx_instance_create(int validation, vkx_instance **out, char *err, size_t n) {
	vkx_instance *i = calloc(1, sizeof *i);
	if (!i) return VK_ERROR_OUT_OF_HOST_MEMORY;
	pthread_mutex_init(&i->mutex, NULL);
	i->last = &i->messages;
	VkResult r = create_handle(i, validation, err, n);
	if (r < 0) {
		vkx_instance_destroy(i);
		return r;
	}
	*out = i;
	return VK_SUCCESS;
}

void vkx_instance_destroy(vkx_instance *i) {
	if (i->messenger) i->f.DestroyDebugUtilsMessengerEXT(i->handle, i->messenger, NULL);
	if (i->handle) i->f.DestroyInstance(i->handle, NULL);
	for (char *text; (text = vkx_instance_message(i));) free(text);
	pthread_mutex_destroy(&i->mutex);
	free(i);
}

void *vkx_host_alloc(size_t size) {
	size_t whole = (size + 63) & ~(size_t)63;
	if (whole < size) return NULL;
	void *p = aligned_alloc(64, whole);
	if (p) memset(p, 0, whole);
	return p;
}

void vkx_host_free(void *p) { free(p); }
