package io.tidemark.console.view;

import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.tidemark.reports.chart.DrawingSupport;
import io.tidemark.reports.chart.Svg;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Tone;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** How {@link ViewJson} writes the blocks of reports. */
final class BlockJson {
    private BlockJson() {}

    static SimpleModule module() {
        return new SimpleModule("blocks")
                .addSerializer(Block.Figure.class, new FigureSerializer())
                .setMixInAnnotation(Block.class, BlockView.class)
                .setMixInAnnotation(Block.Table.class, TableView.class)
                .setMixInAnnotation(Cell.class, CellView.class);
    }

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
