package io.tidemark.cluster.registry;

import io.confluent.kafka.schemaregistry.CompatibilityLevel;
import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.tidemark.cluster.registry.LogRecord.LevelSet;
import io.tidemark.cluster.registry.LogRecord.LevelUnset;
import io.tidemark.cluster.registry.LogRecord.SchemaErased;
import io.tidemark.cluster.registry.LogRecord.SchemaWritten;
import io.tidemark.cluster.registry.LogRecord.SubjectDeleted;
import java.util.List;
import java.util.Optional;

/**
 * Reads answer from memory, writes go to the topic first and one at a time. After a write whose outcome is unknown, the topic is
 * read anew before the next one: it alone decides which ids are taken.
 */
final class Registry {
    private final SchemaLog log;
    private volatile Catalog catalog;
    private boolean outcomeUnknown;

    private Registry(SchemaLog log, Catalog catalog) {
        this.log = log;
        this.catalog = catalog;
    }

    /** Reads the topic; in an empty one, sets our default level, so that a registry with another default keeps it. */
    static Registry open(SchemaLog log) {
        Registry registry = new Registry(log, replayed(log));
        if (registry.catalog.levelSet(Optional.empty()).isEmpty()) {
            registry.setLevel(Optional.empty(), Catalog.DEFAULT_LEVEL);
        }
        return registry;
    }

    Catalog catalog() {
        return catalog;
    }

    Versions versions(String subject) {
        return new Versions(subject, catalog.versions(subject));
    }

    /** The version of the subject with this schema; registered now if there is none. */
    synchronized RegisteredSchema register(String subject, AvroSchema schema) {
        settle();
        Versions versions = versions(subject);
        Optional<RegisteredSchema> known =
                versions.live().stream().filter(other -> other.hasText(schema)).findFirst();
        if (known.isPresent()) {
            return known.get();
        }
        List<String> broken = Compatibility.broken(catalog.level(subject), schema, versions.live());
        if (!broken.isEmpty()) {
            throw RegistryError.incompatible(subject, broken);
        }
        RegisteredSchema added = new RegisteredSchema(subject, versions.next(), catalog.idFor(schema), schema, false);
        write(List.of(new SchemaWritten(added)));
        return added;
    }

    synchronized void setLevel(Optional<String> subject, CompatibilityLevel level) {
        settle();
        write(List.of(new LevelSet(subject, level)));
    }

    /** The level that was set, which no longer is. */
    synchronized CompatibilityLevel unsetLevel(Optional<String> subject) {
        settle();
        CompatibilityLevel was = catalog.levelSet(subject)
                .or(() -> subject.isEmpty() ? Optional.of(Catalog.DEFAULT_LEVEL) : Optional.empty())
                .orElseThrow(() -> RegistryError.subjectNotFound(subject.orElse("")));
        write(List.of(new LevelUnset(subject)));
        return was;
    }

    /** Hides all versions; the numbers of those that were not hidden yet. */
    synchronized List<Integer> hideSubject(String subject) {
        settle();
        Versions versions = versions(subject);
        List<Integer> hidden = numbers(versions.live());
        if (hidden.isEmpty()) {
            throw versions.all().isEmpty()
                    ? RegistryError.subjectNotFound(subject)
                    : RegistryError.subjectSoftDeleted(subject);
        }
        write(List.of(new SubjectDeleted(subject, hidden.get(hidden.size() - 1))));
        return hidden;
    }

    /** Forgets a subject that was hidden before. */
    synchronized List<Integer> eraseSubject(String subject) {
        settle();
        Versions versions = versions(subject);
        if (!versions.live().isEmpty()) {
            throw RegistryError.subjectNotSoftDeleted(subject);
        }
        List<Integer> erased = numbers(versions.shown(Visibility.WITH_DELETED));
        write(erased.stream()
                .<LogRecord>map(version -> new SchemaErased(subject, version))
                .toList());
        return erased;
    }

    synchronized int hideVersion(String subject, String version) {
        settle();
        RegisteredSchema schema = versions(subject).asked(version, Visibility.WITH_DELETED);
        if (schema.deleted()) {
            throw RegistryError.versionSoftDeleted(subject, schema.version());
        }
        write(List.of(new SchemaWritten(schema.markedDeleted())));
        return schema.version();
    }

    synchronized int eraseVersion(String subject, String version) {
        settle();
        RegisteredSchema schema = versions(subject).asked(version, Visibility.WITH_DELETED);
        if (!schema.deleted()) {
            throw RegistryError.versionNotSoftDeleted(subject, schema.version());
        }
        write(List.of(new SchemaErased(subject, schema.version())));
        return schema.version();
    }

    private void settle() {
        if (outcomeUnknown) {
            catalog = replayed(log);
            outcomeUnknown = false;
        }
    }

    private void write(List<LogRecord> records) {
        outcomeUnknown = true;
        log.append(records);
        records.forEach(catalog::apply);
        outcomeUnknown = false;
    }

    private static Catalog replayed(SchemaLog log) {
        Catalog catalog = new Catalog();
        log.replay(catalog::apply);
        return catalog;
    }

    private static List<Integer> numbers(List<RegisteredSchema> versions) {
        return versions.stream().map(RegisteredSchema::version).toList();
    }
}
