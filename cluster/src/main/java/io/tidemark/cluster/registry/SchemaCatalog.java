package io.tidemark.cluster.registry;

import io.confluent.kafka.schemaregistry.CompatibilityLevel;
import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.tidemark.cluster.registry.SchemaLogRecord.LevelSet;
import io.tidemark.cluster.registry.SchemaLogRecord.LevelUnset;
import io.tidemark.cluster.registry.SchemaLogRecord.SchemaErased;
import io.tidemark.cluster.registry.SchemaLogRecord.SchemaWritten;
import io.tidemark.cluster.registry.SchemaLogRecord.SubjectDeleted;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** All that the records so far say, in memory. Thread-safe; answers are copies. */
public final class SchemaCatalog {
    /** Events must be readable by yesterday's consumers and tomorrow's alike, so both directions are checked by default. */
    public static final CompatibilityLevel DEFAULT_LEVEL = CompatibilityLevel.FULL;

    private final NavigableMap<String, NavigableMap<Integer, RegisteredSchema>> subjects = new TreeMap<>();
    private final Map<Integer, NavigableMap<String, RegisteredSchema>> byId = new HashMap<>();
    private final Map<String, Integer> idsByText = new HashMap<>();
    private final Map<Optional<String>, CompatibilityLevel> levels = new HashMap<>();
    private int maxId;

    synchronized void apply(SchemaLogRecord record) {
        if (record instanceof SchemaWritten written) {
            write(written.schema());
        } else if (record instanceof SchemaErased erased) {
            erase(erased.subject(), erased.version());
        } else if (record instanceof SubjectDeleted deleted) {
            versions(deleted.subject()).stream()
                    .filter(schema -> schema.version() <= deleted.lastVersion())
                    .forEach(schema -> write(schema.markedDeleted()));
        } else if (record instanceof LevelSet set) {
            levels.put(set.subject(), set.level());
        } else if (record instanceof LevelUnset unset) {
            levels.remove(unset.subject());
        }
    }

    public synchronized List<String> subjects() {
        return List.copyOf(subjects.keySet());
    }

    /** All versions, deleted ones too, oldest first; none if the subject is unknown. */
    synchronized List<RegisteredSchema> versions(String subject) {
        return List.copyOf(subjects.getOrDefault(subject, new TreeMap<>()).values());
    }

    /** Every version of every subject that has this id, deleted ones too. */
    public synchronized List<RegisteredSchema> withId(int id) {
        return List.copyOf(byId.getOrDefault(id, new TreeMap<>()).values());
    }

    /** The id of an equal schema, or one never used before. */
    synchronized int idFor(AvroSchema schema) {
        return idsByText.getOrDefault(schema.canonicalString(), maxId + 1);
    }

    public synchronized int maxId() {
        return maxId;
    }

    /** What was set for exactly this subject, or for all of them if there is no subject. */
    public synchronized Optional<CompatibilityLevel> explicitLevel(Optional<String> subject) {
        return Optional.ofNullable(levels.get(subject));
    }

    public CompatibilityLevel level(String subject) {
        return Stream.of(explicitLevel(Optional.of(subject)), explicitLevel(Optional.empty()))
                .flatMap(Optional::stream)
                .findFirst()
                .orElse(DEFAULT_LEVEL);
    }

    private void write(RegisteredSchema schema) {
        subjects.computeIfAbsent(schema.subject(), s -> new TreeMap<>()).put(schema.version(), schema);
        byId.computeIfAbsent(schema.id(), i -> new TreeMap<>()).put(place(schema), schema);
        idsByText.put(schema.schema().canonicalString(), schema.id());
        maxId = Math.max(maxId, schema.id());
    }

    private void erase(String subject, int version) {
        RegisteredSchema gone = subjects.getOrDefault(subject, new TreeMap<>()).remove(version);
        if (gone == null) {
            return; // the record it erases was compacted away before we read the topic
        }
        subjects.computeIfPresent(subject, (s, rest) -> rest.isEmpty() ? null : rest);
        NavigableMap<String, RegisteredSchema> others = byId.getOrDefault(gone.id(), new TreeMap<>());
        others.remove(place(gone));
        if (others.isEmpty()) {
            byId.remove(gone.id());
            idsByText.remove(gone.schema().canonicalString());
        }
    }

    private static String place(RegisteredSchema schema) {
        return schema.subject() + '\u0000' + schema.version();
    }
}
