package io.tidemark.schemas.serde;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;

/**
 * What a registry's ids stand for, so that bytes that were encoded with them can be distinguished from those of another registry.
 *
 * @param fingerprints by id: the CRC-64-AVRO of the schema's parsing canonical form, in hexadecimal digits
 */
public record SchemaIds(Map<Integer, String> fingerprints) {
    /** Nothing is known of them. */
    public static final SchemaIds UNKNOWN = new SchemaIds(Map.of());

    public SchemaIds {
        fingerprints = Map.copyOf(fingerprints);
    }

    static String fingerprint(Schema schema) {
        return Long.toHexString(SchemaNormalization.parsingFingerprint64(schema));
    }

    /** One line for each id, by which {@link #parse} knows them again. */
    public List<String> lines() {
        return new TreeMap<>(fingerprints)
                .entrySet().stream()
                        .map(entry -> entry.getKey() + " " + entry.getValue())
                        .toList();
    }

    /** @throws IllegalArgumentException naming a line that is none */
    public static SchemaIds parse(List<String> lines) {
        Map<Integer, String> fingerprints = new TreeMap<>();
        for (String line : lines) {
            String[] words = line.strip().split(" ", -1);
            if (words.length != 2 || !words[0].matches("\\d{1,9}")) {
                throw new IllegalArgumentException("a line must have a schema id and a fingerprint but was " + line);
            }
            fingerprints.put(Integer.parseInt(words[0]), words[1]);
        }
        return new SchemaIds(fingerprints);
    }
}
