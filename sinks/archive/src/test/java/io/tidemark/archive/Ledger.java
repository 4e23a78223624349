package io.tidemark.archive;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/** What was published and acknowledged: each event by topic, lane and number, with its fields as text. */
final class Ledger {
    private final Map<String, Map<String, String>> events = new HashMap<>();

    synchronized void add(String team, SpecificRecord event) {
        Map<String, String> fields = new TreeMap<>();
        for (Schema.Field field : event.getSchema().getFields()) {
            fields.put(field.name(), text(event.get(field.pos())));
        }
        fields.put("team", team);
        events.put(key(event.getSchema().getName(), fields), fields);
    }

    synchronized Map<String, Map<String, String>> of(String event) {
        return events.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(event + "/"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    synchronized int size() {
        return events.size();
    }

    static String key(String event, Map<String, String> fields) {
        return event + "/" + fields.get("team") + "/" + fields.get("lane") + "/" + fields.get("laneSeq");
    }

    private static String text(Object value) {
        if (value instanceof Instant instant) {
            return instant.toString();
        }
        if (value instanceof ByteBuffer bytes) {
            byte[] copy = new byte[bytes.remaining()];
            bytes.duplicate().get(copy);
            return HexFormat.of().formatHex(copy);
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Ledger::text).toList().toString();
        }
        if (value instanceof Map<?, ?> map) {
            return new TreeMap<>(map).toString();
        }
        return String.valueOf(value);
    }
}
