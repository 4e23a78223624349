package io.tidemark.console.view;

import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import io.tidemark.reports.run.LoadLevel;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.Delivery;
import io.tidemark.sinks.store.alert.Mute;
import io.tidemark.sinks.store.annotation.TimeAnnotation;
import io.tidemark.sinks.store.baseline.Baseline;
import io.tidemark.sinks.store.read.DeadLetterRow;
import io.tidemark.sinks.store.read.run.ExperimentRow;
import io.tidemark.sinks.store.read.run.TargetRow;
import io.tidemark.sinks.store.read.step.MetricRow;
import io.tidemark.sinks.store.read.tune.TrialRow;
import io.tidemark.sinks.store.read.tune.TuneRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;

/**
 * Views, blocks of reports and rows of the store as JSON: an empty value is null, an instant is ISO 8601, a map is in order of its keys. Of a row, a type
 * here names what the API shows. Thread-safe.
 */
public final class ViewJson {
    private static final JsonMapper JSON = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .addModule(new SimpleModule()
                    .addSerializer(Instant.class, ToStringSerializer.instance)
                    .addSerializer(Team.class, ToStringSerializer.instance))
            .addModule(BlockJson.module())
            .addMixIn(TimeAnnotation.class, AnnotationView.class)
            .addMixIn(Delivery.class, DeliveryView.class)
            .addMixIn(TuneRow.class, TuneView.class)
            .addMixIn(TrialRow.class, TrialView.class)
            .addMixIn(TargetRow.class, TargetView.class)
            .addMixIn(MetricRow.class, MetricView.class)
            .addMixIn(ExperimentRow.class, ExperimentView.class)
            .addMixIn(LoadLevel.class, LoadView.class)
            .addMixIn(Mute.class, MuteView.class)
            .addMixIn(Baseline.class, BaselineView.class)
            .addMixIn(DeadLetterRow.class, DeadLetterView.class)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    private ViewJson() {}

    /** One line. */
    public static String of(Object view) {
        try {
            return JSON.writeValueAsString(view);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("a view cannot be written as JSON", e);
        }
    }

    @SuppressWarnings("UnusedMethod") // for Jackson
    private interface AnnotationView {
        @JsonUnwrapped
        TimeAnnotation.Subject subject();
    }

    @JsonIncludeProperties({"receiver", "status", "state", "attempts", "error", "created", "finished"})
    @JsonPropertyOrder({"receiver", "status", "state", "attempts", "error", "created", "finished"})
    private interface DeliveryView {}

    @JsonIncludeProperties({
        "team",
        "tune",
        "experiment",
        "target",
        "mode",
        "started",
        "activity",
        "description",
        "planned",
        "ended",
        "infeasible",
        "expectedEnd",
        "defaultPhase",
        "winner",
        "evidence",
        "at"
    })
    @SuppressWarnings("UnusedMethod") // for Jackson
    private interface TuneView {
        @JsonSerialize(using = NullIfEmpty.class)
        String defaultPhase();

        @JsonSerialize(using = NullIfEmpty.class)
        String winner();
    }

    static final class NullIfEmpty extends JsonSerializer<String> {
        @Override
        public void serialize(String text, JsonGenerator json, SerializerProvider serializers) throws IOException {
            if (text.isEmpty()) {
                json.writeNull();
            } else {
                json.writeString(text);
            }
        }
    }

    @JsonIncludeProperties({
        "number",
        "purpose",
        "status",
        "failure",
        "description",
        "lastLines",
        "log",
        "command",
        "runs",
        "started",
        "ended",
        "startupSeconds"
    })
    private interface TrialView {}

    @JsonIncludeProperties({"name", "url", "model", "serverVersion"})
    private interface TargetView {}

    @JsonIncludeProperties({"count", "p50Nanos", "p90Nanos", "p95Nanos", "p99Nanos", "maxNanos"})
    @JsonPropertyOrder({"count", "p50Nanos", "p90Nanos", "p95Nanos", "p99Nanos", "maxNanos"})
    private interface MetricView {}

    @JsonIncludeProperties({"team", "experiment", "phases", "runs", "lastStarted"})
    private interface ExperimentView {}

    @JsonIncludeProperties({"kind", "load"})
    private interface LoadView {}

    @JsonIncludeProperties({"team", "id", "labels", "from", "until", "reason", "by"})
    private interface MuteView {}

    @JsonIncludeProperties({"team", "name", "runs", "experiment", "phase", "setAt", "by", "reason"})
    private interface BaselineView {}

    @JsonIncludeProperties({"team", "topic", "code", "records", "example", "first", "last"})
    private interface DeadLetterView {}
}
