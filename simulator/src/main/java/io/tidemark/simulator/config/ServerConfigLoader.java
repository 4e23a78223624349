package io.tidemark.simulator.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads server configurations from YAML: vLLM's flags, and {@code profile}, the accelerator and model that they are used
 * with (a built-in name or a file beside this one). {@code extends: NAME} lays the file over a built-in configuration, another
 * file, or a profile's default flags. Unknown keys, missing keys and bad values are refused with file and key.
 */
public final class ServerConfigLoader {
    private static final List<String> SERVERS = List.of("demo-default", "demo-small", "demo-tuned");
    private static final List<String> BUILT_IN = Stream.concat(SERVERS.stream(), ProfileLoader.builtInNames().stream())
            .toList();
    private static final String BASE = "base";
    private static final String EXTENDS = "extends";
    private static final String PROFILE = "profile";

    private final StrictYaml yaml = new StrictYaml();
    private final ProfileLoader profiles = new ProfileLoader();

    /** Names of the configurations that come with the simulator: servers, and profiles with their default flags. */
    public static List<String> builtInNames() {
        return BUILT_IN;
    }

    /** A built-in configuration. */
    public ServerConfig builtIn(String name) {
        return toConfig(new Source(name, Path.of("")), named(name, "profile"));
    }

    /** A configuration file, or a profile's file with its default flags. */
    public ServerConfig read(Path file) {
        return toConfig(Source.of(file), tree(file));
    }

    /** Of a profile's file, one that only names it. A profile beside the file is named so that any other file may extend it. */
    private ObjectNode tree(Path file) {
        try {
            ObjectNode tree = yaml.tree(file.toString(), Files.readString(file));
            if (ProfileLoader.isProfile(tree)) {
                return ofProfile(file.toAbsolutePath().toString());
            }
            String named = tree.path(PROFILE).asText();
            Path beside = Source.of(file).folder().resolve(named);
            if (!BUILT_IN.contains(named) && Files.isRegularFile(beside)) {
                tree.put(PROFILE, beside.toAbsolutePath().toString());
            }
            return tree;
        } catch (IOException e) {
            throw new ServerConfigException(file + ": cannot be read: " + e.getMessage(), e);
        }
    }

    /** A configuration's text; {@code source} names it in errors. */
    public ServerConfig parse(String source, String text) {
        return toConfig(new Source(source, Path.of("")), yaml.tree(source, text));
    }

    private ServerConfig toConfig(Source source, ObjectNode node) {
        ObjectNode whole = layered(source, node);
        JsonNode profile = whole.remove(PROFILE);
        DraftingDefaults drafting = new DraftingDefaults(yaml, source.name());
        if (profile == null) {
            drafting.fill(whole, Map.of());
            return yaml.bind(source.name(), "", whole, ServerConfig.class);
        }
        Profile itsProfile = profileOf(source, profile).profile();
        new ProfileDefaults(yaml, source.name()).fill(whole, itsProfile);
        drafting.fill(whole, itsProfile.speculation());
        return yaml.bind(source.name(), "", whole, ServerConfig.class);
    }

    /** The node over what it extends and over its profile's default flags. */
    private ObjectNode layered(Source source, ObjectNode node) {
        JsonNode parent = node.remove(EXTENDS);
        JsonNode profile = node.get(PROFILE);
        if (parent == null && profile == null) {
            return node;
        }
        ObjectNode base = parent == null ? builtInTree(BASE) : parent(source, parent.asText());
        if (profile != null) {
            // What the base says of costs and capacity is of no accelerator; the profile's are.
            base.remove(List.of("cost", "kv-capacity-tokens"));
            StrictYaml.overlay(profileOf(source, profile).server(), base);
        }
        StrictYaml.overlay(node, base);
        return base;
    }

    private ObjectNode parent(Source source, String name) {
        Path file = source.folder().resolve(name);
        if (!BASE.equals(name) && !BUILT_IN.contains(name) && Files.isRegularFile(file)) {
            return layered(Source.of(file), tree(file));
        }
        return layered(source, named(name, source.name() + ": extends"));
    }

    private ProfileFile profileOf(Source source, JsonNode named) {
        return profiles.file(named.asText(), source.folder(), source.name() + ": " + PROFILE);
    }

    private ObjectNode named(String name, String key) {
        if (BASE.equals(name) || SERVERS.contains(name)) {
            return builtInTree(name);
        }
        if (!BUILT_IN.contains(name)) {
            throw new ServerConfigException(
                    key + " must be one of " + String.join(", ", BUILT_IN) + " but was " + name);
        }
        return ofProfile(name);
    }

    private ObjectNode ofProfile(String nameOrFile) {
        return yaml.empty().put(PROFILE, nameOrFile);
    }

    private ObjectNode builtInTree(String name) {
        return yaml.resource(ProfileLoader.FOLDER + name + ".yaml");
    }

    /** @param folder that names of files in it are relative to */
    private record Source(String name, Path folder) {
        static Source of(Path file) {
            return new Source(
                    file.toString(), Optional.ofNullable(file.getParent()).orElse(Path.of("")));
        }
    }
}
