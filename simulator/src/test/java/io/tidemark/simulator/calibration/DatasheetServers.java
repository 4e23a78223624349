package io.tidemark.simulator.calibration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.simulator.config.MemoryFlags;
import io.tidemark.simulator.config.Profile;
import io.tidemark.simulator.config.ProfileLoader;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.StrictYaml;

/** Servers whose costs and memory are computed from their accelerator and model, whatever was fitted to them. */
final class DatasheetServers {
    private final StrictYaml yaml = new StrictYaml();
    private final ProfileLoader profiles = new ProfileLoader();

    /**
     * A server's flags with computed costs and KV cache.
     *
     * @param flags with the profile's name
     * @param fitted the server that they make with it
     */
    ObjectNode computedFor(JsonNode flags, ServerConfig fitted) {
        Profile computed =
                profiles.fromDatasheet(profiles.read(flags.path("profile").asText()));
        ObjectNode tree = yaml.empty();
        StrictYaml.overlay((ObjectNode) flags, tree);
        tree.set("cost", yaml.toTree(computed.stepCost(fitted.kvCacheDtype())));
        tree.put("kv-capacity-tokens", computed.kvCapacityTokens(MemoryFlags.of(fitted)));
        return tree;
    }
}
