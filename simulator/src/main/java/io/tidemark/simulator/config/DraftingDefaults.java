package io.tidemark.simulator.config;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** {@code speculative-config.drafting} where a configuration does not state it: what the profile knows of the method. */
final class DraftingDefaults {
    private static final String SPECULATIVE = "speculative-config";
    private static final String DRAFTING = "drafting";

    private final StrictYaml yaml;
    private final String source;

    DraftingDefaults(StrictYaml yaml, String source) {
        this.yaml = yaml;
        this.source = source;
    }

    void fill(ObjectNode config, Map<String, DraftingProfile> known) {
        if (!(config.get(SPECULATIVE) instanceof ObjectNode speculative) || speculative.has(DRAFTING)) {
            return;
        }
        if (speculative.path("num-speculative-tokens").asInt(1) == 0) {
            speculative.set(DRAFTING, yaml.toTree(DraftingProfile.NONE));
            return;
        }
        String method = speculative.path("method").asText();
        DraftingProfile drafting = known.get(method);
        if (drafting == null) {
            throw new ServerConfigException(source + ": speculative-config.method must be one that the profile knows "
                    + known.keySet().stream().sorted().toList() + ", or drafting must be stated, but was " + method);
        }
        speculative.set(DRAFTING, yaml.toTree(drafting));
    }
}
