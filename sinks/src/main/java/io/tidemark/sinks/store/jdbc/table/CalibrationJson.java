package io.tidemark.sinks.store.jdbc.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidemark.events.CalibrationState;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.read.run.CalibrationRow;
import org.jspecify.annotations.Nullable;

/** A calibration as JSON, and back. */
public final class CalibrationJson {
    private CalibrationJson() {}

    static @Nullable String jsonOrNull(@Nullable CalibrationState state) {
        if (state == null) {
            return null;
        }
        return JsonNodeFactory.instance
                .objectNode()
                .put("atMicros", ColumnValues.micros(state.getAt()))
                .put("concurrency", state.getConcurrency())
                .put("chunksPerSecond", state.getChunksPerSecond())
                .put("ttftErrorP50Nanos", state.getTtftErrorP50Nanos())
                .put("ttftErrorP99Nanos", state.getTtftErrorP99Nanos())
                .put("ttftSamples", state.getTtftSamples())
                .put("itlErrorP50Nanos", state.getItlErrorP50Nanos())
                .put("itlErrorP99Nanos", state.getItlErrorP99Nanos())
                .put("itlSamples", state.getItlSamples())
                .put("serverLatenessP99Nanos", state.getServerLatenessP99Nanos())
                .toString();
    }

    public static CalibrationRow row(JsonNode node) {
        return new CalibrationRow(
                ColumnValues.instant(node.path("atMicros").asLong()),
                node.path("concurrency").asInt(),
                node.path("chunksPerSecond").asDouble(),
                node.path("ttftErrorP50Nanos").asLong(),
                node.path("ttftErrorP99Nanos").asLong(),
                node.path("ttftSamples").asLong(),
                node.path("itlErrorP50Nanos").asLong(),
                node.path("itlErrorP99Nanos").asLong(),
                node.path("itlSamples").asLong(),
                node.path("serverLatenessP99Nanos").asLong());
    }
}
