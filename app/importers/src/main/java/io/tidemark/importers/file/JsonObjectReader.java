package io.tidemark.importers.file;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.filter.FilteringParserDelegate;
import com.fasterxml.jackson.core.filter.TokenFilter;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.producer.json.JsonErrors;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The values of a JSON file, one or several after each other, without what was asked and answered. NaN and Infinity, as Python writes them, are read. */
public final class JsonObjectReader {
    private static final int MAX_DEPTH = 200;
    private static final Set<String> TEXTS = Set.of(
            "generated_texts",
            "generated_text",
            "input_texts",
            "prompts",
            "outputs_text",
            "request_args",
            "output",
            "reasoning_output",
            "payload",
            "samples");
    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                    .build())
            .build();

    private JsonObjectReader() {}

    /** @throws InvalidFileException naming the line where it is no JSON, or ends too early */
    public static List<JsonCursor> of(SourceFile file, String text) {
        List<JsonNode> values = new ArrayList<>();
        List<Integer> lines = new ArrayList<>();
        try (JsonParser parser = new FilteringParserDelegate(
                        MAPPER.createParser(text), new NoTexts(), TokenFilter.Inclusion.INCLUDE_ALL_AND_PATH, true);
                MappingIterator<JsonNode> all = MAPPER.readerFor(JsonNode.class).readValues(parser)) {
            while (all.hasNextValue()) {
                lines.add(all.getCurrentLocation().getLineNr());
                values.add(all.nextValue());
            }
        } catch (JsonProcessingException e) {
            throw new InvalidFileException(
                    file.name() + ": line " + line(e.getLocation()) + " must be JSON: " + JsonErrors.message(e), e);
        } catch (IOException e) {
            throw new InvalidFileException(file.name() + ": cannot be read: " + e.getMessage(), e);
        }
        if (values.isEmpty()) {
            throw new InvalidFileException(file.name() + ": holds no JSON value");
        }
        List<JsonCursor> places = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            String root = values.size() == 1 ? file.name() : file.name() + " line " + lines.get(i);
            places.add(JsonCursor.root(root, values.get(i)));
        }
        return places;
    }

    private static int line(JsonLocation location) {
        return location == null ? 1 : location.getLineNr();
    }

    /** Leaves prompts and answers out: they are large, and nothing of them is kept. */
    private static final class NoTexts extends TokenFilter {
        @Override
        @SuppressWarnings("NullAway") // Jackson's contract: null leaves the value out.
        public TokenFilter includeProperty(String name) {
            return TEXTS.contains(name) ? null : this;
        }

        @Override
        public boolean includeEmptyArray(boolean contentsFiltered) {
            return true;
        }

        @Override
        public boolean includeEmptyObject(boolean contentsFiltered) {
            return true;
        }
    }
}
