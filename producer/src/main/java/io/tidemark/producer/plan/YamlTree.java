package io.tidemark.producer.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.tidemark.producer.plan.YamlNode.Empty;
import io.tidemark.producer.plan.YamlNode.Entry;
import io.tidemark.producer.plan.YamlNode.Mapping;
import io.tidemark.producer.plan.YamlNode.Scalar;
import io.tidemark.producer.plan.YamlNode.ScalarKind;
import io.tidemark.producer.plan.YamlNode.Sequence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads YAML into {@link YamlNode}s; duplicate keys and syntax errors are reported with their line. */
final class YamlTree {
    private final YAMLParser parser;
    private final Problems problems;

    private YamlTree(YAMLParser parser, Problems problems) {
        this.parser = parser;
        this.problems = problems;
    }

    /** The document's root mapping; an empty one, and a problem, when there is none. */
    static Mapping read(String text, Problems problems) {
        try (YAMLParser parser = new YAMLFactory().createParser(text)) {
            YamlTree tree = new YamlTree(parser, problems);
            JsonToken first = parser.nextToken();
            if (first == JsonToken.START_OBJECT) {
                return tree.mapping();
            }
            problems.add(1, "", "the file must be a mapping of keys such as 'experiment:' and 'steps:'");
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            problems.add(line, "", "is not valid YAML: " + firstLine(e.getOriginalMessage()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Mapping(1, Map.of());
    }

    private YamlNode node(@Nullable JsonToken token) throws IOException {
        if (token == JsonToken.START_OBJECT) {
            return mapping();
        }
        if (token == JsonToken.START_ARRAY) {
            return sequence();
        }
        if (token == JsonToken.VALUE_NULL || token == null) {
            return new Empty(line());
        }
        return new Scalar(line(), parser.getText(), kind(token));
    }

    private static ScalarKind kind(JsonToken token) {
        if (token.isNumeric()) {
            return ScalarKind.NUMBER;
        }
        return token.isBoolean() ? ScalarKind.TRUTH : ScalarKind.TEXT;
    }

    private Mapping mapping() throws IOException {
        int line = line();
        Map<String, Entry> entries = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            int keyLine = line();
            Entry entry = new Entry(keyLine, node(parser.nextToken()));
            if (entries.putIfAbsent(key, entry) != null) {
                problems.add(keyLine, key, "is given twice");
            }
        }
        return new Mapping(line, entries);
    }

    private Sequence sequence() throws IOException {
        int line = line();
        List<YamlNode> items = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            items.add(node(token));
        }
        return new Sequence(line, items);
    }

    private int line() {
        return parser.currentTokenLocation().getLineNr();
    }

    private static String firstLine(@Nullable String message) {
        return message == null ? "unreadable" : message.lines().findFirst().orElse("unreadable");
    }
}
