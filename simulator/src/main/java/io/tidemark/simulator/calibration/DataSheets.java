package io.tidemark.simulator.calibration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.simulator.config.MemoryFlags;
import io.tidemark.simulator.config.Profile;
import io.tidemark.simulator.config.Profiles;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.StrictYaml;

/** Servers whose costs and memory are computed from their accelerator and model, whatever was fitted to them. */
final class DataSheets {
    private final StrictYaml yaml = new StrictYaml();
    private final Profiles profiles = new Profiles();

    /**
     * A server's flags with computed costs and KV cache.
     *
     * @param flags with the profile's name
     * @param fitted the server that they make with it
     */
    ObjectNode over(JsonNode flags, ServerConfig fitted) {
        Profile computed =
                profiles.byDataSheet(profiles.read(flags.path("profile").asText()));
        ObjectNode tree = yaml.empty();
        StrictYaml.lay((ObjectNode) flags, tree);
        tree.set("cost", yaml.toTree(computed.stepCost(fitted.kvCacheDtype())));
        tree.put("kv-capacity-tokens", computed.kvCapacityTokens(MemoryFlags.of(fitted)));
        return tree;
    }
}
