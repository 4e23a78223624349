package io.tidemark.producer.workload.files;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.producer.json.RowFormat;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Files with one JSON object per line; empty lines are skipped. */
final class JsonLinesReader {
    /** A prompt of a million tokens is a tenth of it. */
    private static final int MAX_LINE_BYTES = 64 << 20;

    private JsonLinesReader() {}

    /** @param where file and line */
    record Line(JsonNode node, String where) {
        /** A text under a key that must be there. */
        String text(String key) {
            JsonNode text = node.path(key);
            if (!text.isTextual() || text.textValue().isBlank()) {
                throw new IllegalArgumentException(where + " must have a text in '" + key + "'");
            }
            return text.textValue();
        }

        /** A text under a key; empty if there is none. */
        String textOrNone(String key) {
            return node.path(key).asText("");
        }
    }

    /** @throws IllegalArgumentException naming file and line of what is not JSON */
    static void read(PromptFile.Source source, Consumer<Line> lines) throws IOException {
        InputStream in = new BufferedInputStream(source.in());
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int number = 1;
        for (int next = in.read(); next >= 0; next = in.read()) {
            if (next == '\n') {
                accept(line, source.name() + ":" + number, lines);
                number++;
            } else if (line.size() == MAX_LINE_BYTES) {
                throw new IllegalArgumentException(source.name() + ":" + number + " is longer than "
                        + (MAX_LINE_BYTES >> 20) + " MiB; a file of JSON lines has one object per line");
            } else {
                line.write(next);
            }
        }
        accept(line, source.name() + ":" + number, lines);
    }

    private static void accept(ByteArrayOutputStream bytes, String where, Consumer<Line> lines) {
        String text = text(bytes.toByteArray(), where);
        bytes.reset();
        if (!text.isBlank()) {
            lines.accept(new Line(RowFormat.parse(text, where), where));
        }
    }

    private static String text(byte[] line, String where) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(line))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(
                    where + " is not UTF-8 text; convert the file, e.g. with iconv -f latin1 -t utf-8", e);
        }
    }
}
