package io.tidemark.producer.yaml;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.tidemark.producer.yaml.YamlNode.Empty;
import io.tidemark.producer.yaml.YamlNode.Entry;
import io.tidemark.producer.yaml.YamlNode.Mapping;
import io.tidemark.producer.yaml.YamlNode.Scalar;
import io.tidemark.producer.yaml.YamlNode.ScalarKind;
import io.tidemark.producer.yaml.YamlNode.Sequence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** Reads YAML into {@link YamlNode}s; duplicate keys and syntax errors are reported with their line. */
public final class YamlReader {
    private final YAMLParser parser;
    private final IntFunction<SourceLocation> origins;
    private final YamlProblems problems;

    private YamlReader(YAMLParser parser, IntFunction<SourceLocation> origins, YamlProblems problems) {
        this.parser = parser;
        this.origins = origins;
        this.problems = problems;
    }

    /**
     * The document's root mapping; an empty one, and a problem, when there is none.
     *
     * @param source name of the file
     */
    public static Mapping read(String text, String source, YamlProblems problems) {
        IntFunction<SourceLocation> origins = line -> new SourceLocation(source, line);
        YamlNode root = document(text, origins, problems);
        if (root instanceof Mapping mapping) {
            return mapping;
        }
        problems.add(origins.apply(1), "", "the file must be a mapping of keys such as 'experiment:' and 'steps:'");
        return new Mapping(origins.apply(1), Map.of());
    }

    /**
     * The document's root, whatever it is. JSON is read too, as far as it has no tabs outside of texts.
     *
     * @param source name of the file
     */
    public static YamlNode root(String text, String source, YamlProblems problems) {
        return document(text, line -> new SourceLocation(source, line), problems);
    }

    /** The mappings of a file of several documents, or of lists of them; a problem for each that is no mapping. */
    public static List<Mapping> documents(String text, String source, YamlProblems problems) {
        IntFunction<SourceLocation> origins = line -> new SourceLocation(source, line);
        List<Mapping> mappings = new ArrayList<>();
        try (YAMLParser parser = new YAMLFactory().createParser(text)) {
            YamlReader tree = new YamlReader(parser, origins, problems);
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                tree.collect(tree.node(token), mappings);
            }
        } catch (JsonProcessingException e) {
            int line = line(e, text);
            problems.add(origins.apply(line), "", "is not valid YAML: " + problem(e.getOriginalMessage()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return mappings;
    }

    private void collect(YamlNode node, List<Mapping> mappings) {
        if (node instanceof Mapping mapping) {
            mappings.add(mapping);
        } else if (node instanceof Sequence sequence) {
            sequence.items().forEach(item -> collect(item, mappings));
        } else if (!(node instanceof Empty)) {
            problems.add(node.origin(), "", "each document must be a mapping of keys such as 'kind:' and 'spec:'");
        }
    }

    /** A value that was not written in a file; empty text is no value. */
    public static YamlNode value(String text, SourceLocation origin, YamlProblems problems) {
        return document(text, line -> origin, problems);
    }

    private static YamlNode document(String text, IntFunction<SourceLocation> origins, YamlProblems problems) {
        try (YAMLParser parser = new YAMLFactory().createParser(text)) {
            YamlReader tree = new YamlReader(parser, origins, problems);
            return tree.node(parser.nextToken());
        } catch (JsonProcessingException e) {
            int line = line(e, text);
            problems.add(origins.apply(line), "", "is not valid YAML: " + problem(e.getOriginalMessage()));
            problems.throwIfAny();
            throw new UncheckedIOException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private YamlNode node(@Nullable JsonToken token) throws IOException {
        if (token == JsonToken.START_OBJECT) {
            return mapping();
        }
        if (token == JsonToken.START_ARRAY) {
            return sequence();
        }
        if (token == JsonToken.VALUE_NULL || token == null) {
            return new Empty(origin());
        }
        if (parser.isCurrentAlias()) {
            problems.add(origin(), "", "must not hold the alias *" + parser.getText() + ": anchors are not resolved");
        }
        return new Scalar(origin(), parser.getText(), kind(token));
    }

    private static ScalarKind kind(JsonToken token) {
        if (token.isNumeric()) {
            return ScalarKind.NUMBER;
        }
        return token.isBoolean() ? ScalarKind.TRUTH : ScalarKind.TEXT;
    }

    private Mapping mapping() throws IOException {
        SourceLocation origin = origin();
        Map<String, Entry> entries = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            SourceLocation keyOrigin = origin();
            Entry entry = new Entry(keyOrigin, node(parser.nextToken()));
            if (entries.putIfAbsent(key, entry) != null) {
                problems.add(keyOrigin, key, "is given twice");
            }
        }
        return new Mapping(origin, entries);
    }

    private Sequence sequence() throws IOException {
        SourceLocation origin = origin();
        List<YamlNode> items = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            items.add(node(token));
        }
        return new Sequence(origin, items);
    }

    private SourceLocation origin() {
        return origins.apply(parser.currentTokenLocation().getLineNr());
    }

    /** Where the problem is, counted from 1: Jackson's own place is that of the last token that it read before. */
    private static int line(JsonProcessingException error, String text) {
        if (error.getCause() instanceof MarkedYAMLException marked && marked.getProblemMark() != null) {
            int lines = (int) text.lines().count();
            return Math.min(marked.getProblemMark().getLine() + 1, Math.max(1, lines));
        }
        return error.getLocation() == null ? 1 : error.getLocation().getLineNr();
    }

    /** What is wrong, without what the parser was doing ("while scanning ...") and without the place, which stands before it. */
    private static String problem(@Nullable String message) {
        return Stream.ofNullable(message)
                .flatMap(String::lines)
                .filter(line -> !line.startsWith("while ") && !line.startsWith(" "))
                .findFirst()
                .orElse("unreadable");
    }
}
