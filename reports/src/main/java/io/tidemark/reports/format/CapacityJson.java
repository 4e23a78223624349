package io.tidemark.reports.format;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.analysis.capacity.Capacity;
import java.util.OptionalDouble;

/** The load that is held, in JSON: an interval, and where steps contradict each other. Stateless. */
public final class CapacityJson {
    private CapacityJson() {}

    public static void put(ObjectNode node, Capacity capacity) {
        put(node, "heldUpTo", capacity.heldUpTo());
        put(node, "failsFrom", capacity.failsFrom());
        node.put("monotone", capacity.monotone());
        ArrayNode repeats = node.putArray("contradicted");
        capacity.contradicted()
                .forEach(one -> repeats.addObject()
                        .put("load", one.load())
                        .put("passed", one.passed())
                        .put("failed", one.failed()));
    }

    private static void put(ObjectNode node, String name, OptionalDouble value) {
        if (value.isPresent()) {
            node.put(name, value.getAsDouble());
            return;
        }
        node.putNull(name);
    }
}
