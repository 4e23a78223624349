package io.tidemark.simulator.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Reads profiles: one file per accelerator and model. A file may say {@code extends: NAME} with the name of a built-in
 * profile; costs and memory that neither states are computed from hardware, model and efficiency.
 */
public final class ProfileLoader {
    static final String FOLDER = "/io/tidemark/simulator/profiles/";

    private static final List<String> BUILT_IN =
            List.of("generic", "llama-70b-fp8-h200", "phi-4-mini-l4", "qwen2.5-7b-awq-rtx5070");
    private static final String EXTENDS = "extends";
    private static final String SERVER = "server";

    private final StrictYaml yaml = new StrictYaml();

    /** Names of the profiles that come with the simulator. */
    public static List<String> builtInNames() {
        return BUILT_IN;
    }

    /** A built-in profile by its name, or one of a file. */
    public Profile read(String nameOrFile) {
        return file(nameOrFile, Path.of(""), "profile").profile();
    }

    /** The same accelerator and model with what {@code generic} would compute of their data sheets, and no drafts. */
    public Profile fromDatasheet(Profile profile) {
        KernelEfficiency usual = read("generic").efficiency();
        return new Profile(
                List.of("computed from hardware and model"),
                profile.hardware(),
                profile.model(),
                usual,
                NonKvMemory.of(profile.model()),
                RooflineCosts.of(profile.hardware(), profile.model(), usual),
                Map.of());
    }

    /** A profile's text; {@code source} names it in errors. */
    public Profile parse(String source, String text) {
        return toFile(source, yaml.tree(source, text)).profile();
    }

    /**
     * The text of a file that holds {@code profile}; the rest, such as vLLM's default flags, is that of the file it comes
     * from.
     */
    public String write(Profile profile, String from) {
        ObjectNode server = file(from, Path.of(""), "profile").server();
        ObjectNode tree = yaml.toTree(profile);
        tree.set(SERVER, server);
        return yaml.write(tree);
    }

    /** Whether a file's tree is a profile and not a server's configuration. */
    static boolean isProfile(ObjectNode tree) {
        return tree.path("hardware").isObject() || tree.path("model").isObject() || tree.has("sources");
    }

    /**
     * @param folder that a file's name is relative to
     * @param key what named it, for errors
     */
    ProfileFile file(String nameOrFile, Path folder, String key) {
        if (BUILT_IN.contains(nameOrFile)) {
            return toFile(nameOrFile, builtIn(nameOrFile));
        }
        Path file = folder.resolve(nameOrFile);
        if (!Files.isRegularFile(file)) {
            throw new ServerConfigException(
                    key + " must be a file or one of " + String.join(", ", BUILT_IN) + " but was " + nameOrFile);
        }
        try {
            return toFile(file.toString(), yaml.tree(file.toString(), Files.readString(file)));
        } catch (IOException e) {
            throw new ServerConfigException(file + ": cannot be read: " + e.getMessage(), e);
        }
    }

    ProfileFile toFile(String source, ObjectNode tree) {
        ObjectNode whole = withParent(source, tree);
        JsonNode server = whole.remove(SERVER);
        Hardware hardware = yaml.bind(source, "hardware", whole.get("hardware"), Hardware.class);
        ModelShape model = yaml.bind(source, "model", whole.get("model"), ModelShape.class);
        KernelEfficiency efficiency = yaml.bind(source, "efficiency", whole.get("efficiency"), KernelEfficiency.class);
        computed(whole, "cost", RooflineCosts.of(hardware, model, efficiency));
        computed(whole, "memory", NonKvMemory.of(model));
        Profile profile = yaml.bind(source, "", whole, Profile.class);
        return new ProfileFile(profile, server instanceof ObjectNode flags ? flags : yaml.empty());
    }

    /** What the file states stays; the rest is as computed. */
    private void computed(ObjectNode tree, String key, Object computed) {
        ObjectNode values = yaml.toTree(computed);
        if (tree.get(key) instanceof ObjectNode stated) {
            StrictYaml.overlay(stated, values);
        }
        tree.set(key, values);
    }

    private ObjectNode withParent(String source, ObjectNode tree) {
        JsonNode parent = tree.remove(EXTENDS);
        if (parent == null) {
            return tree;
        }
        String name = parent.asText();
        if (!BUILT_IN.contains(name)) {
            throw new ServerConfigException(
                    source + ": extends must be one of " + String.join(", ", BUILT_IN) + " but was " + name);
        }
        ObjectNode base = withParent(name, builtIn(name));
        requireOwnCosts(source, tree, base);
        StrictYaml.overlay(tree, base);
        return base;
    }

    /** Costs that were fitted on one accelerator with one model say nothing of others. */
    private static void requireOwnCosts(String source, ObjectNode tree, ObjectNode base) {
        List<String> changed = Stream.of("hardware", "model").filter(tree::has).toList();
        if (!changed.isEmpty() && base.has("cost") && !tree.has("cost")) {
            throw new ServerConfigException(source + ": " + String.join(" and ", changed)
                    + " must not be changed while cost is that of the extended profile; extend generic or state cost");
        }
    }

    private ObjectNode builtIn(String name) {
        return yaml.resource(FOLDER + name + ".yaml");
    }
}
