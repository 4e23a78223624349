package io.tidemark.app.docs;

import static io.tidemark.app.docs.MarkdownTable.code;

import io.tidemark.fixtures.GeneratedBlock;
import io.tidemark.schemas.Topic;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.avro.JsonProperties;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

/** docs/reference/topics.md says what the topic catalogue and the event schemas say. */
final class TopicsDocTest {
    private static final String PAGE = "docs/reference/topics.md";

    @Test
    void topicsTableMirrorsTheCatalogue() {
        MarkdownTable table = new MarkdownTable("topic", "partitioned by", "value", "holds", "configuration");
        for (Topic topic : Topic.values()) {
            table.row(
                    code("tidemark.<team>." + topic.stream()),
                    topic.partitionedBy().description(),
                    topic.schema().map(schema -> code(schema.getName())).orElse("raw bytes"),
                    topic.content(),
                    topic.config().entrySet().stream()
                            .sorted(Map.Entry.comparingByKey())
                            .map(setting -> code(setting.getKey() + "=" + setting.getValue()))
                            .collect(Collectors.joining(" ")));
        }
        new GeneratedBlock(PAGE, "topics").mustBe(table.text());
    }

    @Test
    void fieldTablesMirrorTheSchemas() {
        StringBuilder text = new StringBuilder();
        for (Schema type : EventTypes.named()) {
            text.append("### ")
                    .append(type.getName())
                    .append("\n\n")
                    .append(type.getDoc())
                    .append("\n\n");
            text.append(type.getType() == Schema.Type.ENUM ? symbols(type) : fields(type))
                    .append("\n\n");
        }
        new GeneratedBlock(PAGE, "events").mustBe(text.toString().strip());
    }

    private static String symbols(Schema type) {
        return "One of "
                + type.getEnumSymbols().stream().map(MarkdownTable::code).collect(Collectors.joining(", ")) + ".";
    }

    private static String fields(Schema type) {
        MarkdownTable table = new MarkdownTable("field", "type", "default", "meaning");
        for (Schema.Field field : type.getFields()) {
            table.row(code(field.name()), EventTypes.description(field.schema()), defaultOf(field), field.doc());
        }
        return table.text();
    }

    private static String defaultOf(Schema.Field field) {
        if (!field.hasDefaultValue()) {
            return "";
        }
        Object value = field.defaultVal() == JsonProperties.NULL_VALUE ? "null" : field.defaultVal();
        if (value instanceof byte[] bytes) {
            return bytes.length == 0 ? "empty" : bytes.length + " bytes";
        }
        return "".equals(value) ? "empty" : code(String.valueOf(value));
    }
}
