package io.tidemark.console.view;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import io.tidemark.reports.chart.DrawingSupport;
import io.tidemark.reports.chart.Svg;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Tone;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.Delivery;
import io.tidemark.sinks.store.annotation.TimeAnnotation;
import io.tidemark.sinks.store.read.run.TargetRow;
import io.tidemark.sinks.store.read.step.MetricRow;
import io.tidemark.sinks.store.read.tune.TrialRow;
import io.tidemark.sinks.store.read.tune.TuneRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Views, blocks of reports and rows of the store as JSON: an empty value is null, an instant is ISO 8601, a map is in order of its keys. Of a row that
 * the API shows in part, a type here names the part. Thread-safe.
 */
public final class ViewJson {
    private static final JsonMapper JSON = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .addModule(new SimpleModule()
                    .addSerializer(Instant.class, ToStringSerializer.instance)
                    .addSerializer(Team.class, ToStringSerializer.instance)
                    .addSerializer(Block.Figure.class, new FigureSerializer()))
            .addMixIn(TimeAnnotation.class, AnnotationView.class)
            .addMixIn(Delivery.class, DeliveryView.class)
            .addMixIn(TuneRow.class, TuneView.class)
            .addMixIn(TrialRow.class, TrialView.class)
            .addMixIn(TargetRow.class, TargetView.class)
            .addMixIn(MetricRow.class, MetricView.class)
            .addMixIn(Block.class, BlockView.class)
            .addMixIn(Block.Table.class, TableView.class)
            .addMixIn(Cell.class, CellView.class)
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

    static JsonNode tree(Object view) {
        return JSON.valueToTree(view);
    }

    @SuppressWarnings("UnusedMethod") // for Jackson
    private interface AnnotationView {
        @JsonUnwrapped
        TimeAnnotation.Subject subject();
    }

    @JsonIncludeProperties({"receiver", "status", "state", "attempts", "error", "created", "finished"})
    @JsonPropertyOrder({"receiver", "status", "state", "attempts", "error", "created", "finished"})
    private interface DeliveryView {}

    @JsonIgnoreProperties({"tuner", "objective", "plan", "schedule", "identity"})
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

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Block.Headline.class, name = "headline"),
        @JsonSubTypes.Type(value = Block.Paragraph.class, name = "paragraph"),
        @JsonSubTypes.Type(value = Block.Callout.class, name = "callout"),
        @JsonSubTypes.Type(value = Block.Bullets.class, name = "bullets"),
        @JsonSubTypes.Type(value = Block.Table.class, name = "table"),
        @JsonSubTypes.Type(value = Block.Code.class, name = "code"),
        @JsonSubTypes.Type(value = Block.Details.class, name = "details"),
        @JsonSubTypes.Type(value = Block.Heading.class, name = "heading")
    })
    private interface BlockView {}

    @JsonPropertyOrder({"columns", "rows", "notes"})
    @SuppressWarnings("UnusedMethod") // for Jackson
    private interface TableView {
        @JsonProperty
        List<String> notes();
    }

    @JsonIncludeProperties({"text", "tone"})
    private interface CellView {}

    /** @param svg a file of its own, which is dark where its reader prefers that */
    private record FigureView(String type, String name, String title, String caption, String svg, Block.Table data) {}

    /** The picture with its data; where this machine draws none, the data with the reason. */
    private static final class FigureSerializer extends JsonSerializer<Block.Figure> {
        @Override
        public void serialize(Block.Figure figure, JsonGenerator json, SerializerProvider serializers)
                throws IOException {
            String title = figure.chart().title();
            Optional<String> notDrawn = DrawingSupport.missing();
            serializers.defaultSerializeValue(
                    notDrawn.isPresent()
                            ? new Block.Details(
                                    title, List.of(new Block.Callout(notDrawn.get(), Tone.DOUBT), figure.data()))
                            : new FigureView(
                                    "figure",
                                    figure.chart().name(),
                                    title,
                                    figure.caption(),
                                    Svg.of(figure.chart()).file(),
                                    figure.data()),
                    json);
        }

        /** It writes its type itself. */
        @Override
        public void serializeWithType(
                Block.Figure figure, JsonGenerator json, SerializerProvider serializers, TypeSerializer types)
                throws IOException {
            serialize(figure, json, serializers);
        }
    }
}
