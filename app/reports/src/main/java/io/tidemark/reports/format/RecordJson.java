package io.tidemark.reports.format;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import io.tidemark.analysis.capacity.Capacity;
import io.tidemark.sinks.store.read.run.CalibrationRow;
import io.tidemark.sinks.store.read.step.JudgementRow;
import java.time.Instant;
import java.util.OptionalLong;

/** Records of results as JSON: a component is a key, an empty value is null, an instant is ISO 8601, a map is in order of its keys.
 * Thread-safe. */
public final class RecordJson {
    private static final JsonMapper JSON = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .addModule(new SimpleModule().addSerializer(Instant.class, ToStringSerializer.instance))
            .addMixIn(Capacity.class, HeldLoad.class)
            .addMixIn(CalibrationRow.class, Calibration.class)
            .addMixIn(JudgementRow.class, Judgement.class)
            .addMixIn(JudgementRow.Worth.class, Worth.class)
            // Copies of maps have another order in each process.
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    private RecordJson() {}

    /** An array for a list, a number or null for a number that may be missing. */
    public static JsonNode of(Object value) {
        return JSON.valueToTree(value);
    }

    /** Of a record or a map. */
    public static ObjectNode object(Object value) {
        return JSON.valueToTree(value);
    }

    @JsonIncludeProperties({"heldUpTo", "failsFrom", "monotone", "contradicted"})
    private interface HeldLoad {}

    @JsonIgnoreProperties("serverLatenessP99Nanos")
    private interface Calibration {}

    /** Both ends of the interval are always there; what else is not known is left out. */
    interface Judgement {
        @JsonUnwrapped
        JudgementRow.Worth worth();

        @JsonInclude(Include.NON_ABSENT)
        OptionalLong neededRequests();

        @JsonInclude(Include.NON_ABSENT)
        OptionalLong neededNanos();

        @JsonInclude(Include.NON_EMPTY)
        String reason();
    }

    @JsonInclude(Include.NON_ABSENT)
    private interface Worth {}
}
