package io.tidemark.cluster.registry;

import io.confluent.kafka.schemaregistry.CompatibilityLevel;
import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.tidemark.cluster.registry.SchemaLogRecord.LevelSet;
import io.tidemark.cluster.registry.SchemaLogRecord.LevelUnset;
import io.tidemark.cluster.registry.SchemaLogRecord.SchemaErased;
import io.tidemark.cluster.registry.SchemaLogRecord.SchemaWritten;
import io.tidemark.cluster.registry.SchemaLogRecord.SubjectDeleted;
import io.tidemark.schemas.time.NanoClock;
import java.util.List;
import java.util.Optional;

/**
 * Reads answer from memory, writes go to the topic first and one at a time. After a write whose outcome is unknown, the topic is
 * read anew before the next one: it alone decides which ids are taken.
 */
public final class SubjectRegistry {
    /** Versions of a subject, deleted ones too. */
    static final int MAX_VERSIONS = 100;

    /** Of all these versions together: {@value #MAX_VERSIONS} of the largest schema of Tidemark's topics have fewer. */
    static final int MAX_CHARACTERS = 4 << 20;

    private final SchemaLog log;
    private final CompatibilityCheck check;
    private volatile SchemaCatalog catalog;
    private boolean outcomeUnknown;

    private SubjectRegistry(SchemaLog log, SchemaCatalog catalog, NanoClock clock) {
        this.log = log;
        this.check = new CompatibilityCheck(clock);
        this.catalog = catalog;
    }

    /** Reads the topic; in an empty one, sets our default level, so that a registry with another default keeps it. */
    public static SubjectRegistry open(SchemaLog log, NanoClock clock) {
        SubjectRegistry registry = new SubjectRegistry(log, replayed(log), clock);
        if (registry.catalog.explicitLevel(Optional.empty()).isEmpty()) {
            registry.setLevel(Optional.empty(), SchemaCatalog.DEFAULT_LEVEL);
        }
        return registry;
    }

    public SchemaCatalog catalog() {
        return catalog;
    }

    public SubjectVersions versions(String subject) {
        return new SubjectVersions(subject, catalog.versions(subject));
    }

    /**
     * What a schema would break in these versions of the subject, oldest first, at the subject's level; empty if nothing.
     *
     * @throws RegistryError 50002 if it takes too long
     */
    public List<String> violations(String subject, AvroSchema schema, List<RegisteredSchema> earlier) {
        return check.violations(catalog.level(subject), schema, earlier);
    }

    /**
     * The version of the subject with this schema; registered now if there is none. Other changes are made while it is compared.
     *
     * @param admission is asked before a schema that no subject has is kept, and may throw
     */
    public RegisteredSchema register(String subject, AvroSchema schema, Runnable admission) {
        recoverAfterUnknownWrite();
        SubjectVersions versions = versions(subject);
        Optional<RegisteredSchema> known = versions.notDeleted().stream()
                .filter(other -> other.hasText(schema.canonicalString()))
                .findFirst();
        if (known.isPresent()) {
            return known.get();
        }
        versions.requireRoomFor(schema);
        CompatibilityLevel level = catalog.level(subject);
        List<String> broken = check.violations(level, schema, versions.notDeleted());
        if (!broken.isEmpty()) {
            throw RegistryError.incompatible(subject, broken);
        }
        return add(versions, level, schema, admission);
    }

    private synchronized RegisteredSchema add(
            SubjectVersions versions, CompatibilityLevel level, AvroSchema schema, Runnable admission) {
        recoverAfterUnknownWrite();
        String subject = versions.subject();
        if (!versions(subject).equals(versions) || catalog.level(subject) != level) {
            throw RegistryError.storeUnavailable(
                    "subject " + subject + " changed while the schema was compared with its versions");
        }
        RegisteredSchema added = new RegisteredSchema(subject, versions.next(), catalog.idFor(schema), schema, false);
        if (added.id() > catalog.maxId()) {
            admission.run();
        }
        write(List.of(new SchemaWritten(added)));
        return added;
    }

    public synchronized void setLevel(Optional<String> subject, CompatibilityLevel level) {
        recoverAfterUnknownWrite();
        write(List.of(new LevelSet(subject, level)));
    }

    /** The level that was set, which no longer is. */
    public synchronized CompatibilityLevel unsetLevel(Optional<String> subject) {
        recoverAfterUnknownWrite();
        CompatibilityLevel was = catalog.explicitLevel(subject)
                .or(() -> subject.isEmpty() ? Optional.of(SchemaCatalog.DEFAULT_LEVEL) : Optional.empty())
                .orElseThrow(() -> RegistryError.subjectNotFound(subject.orElse("")));
        write(List.of(new LevelUnset(subject)));
        return was;
    }

    /** Hides all versions; the numbers of those that were not hidden yet. */
    public synchronized List<Integer> softDeleteSubject(String subject) {
        recoverAfterUnknownWrite();
        SubjectVersions versions = versions(subject);
        List<Integer> hidden = numbers(versions.notDeleted());
        if (hidden.isEmpty()) {
            throw versions.all().isEmpty()
                    ? RegistryError.subjectNotFound(subject)
                    : RegistryError.subjectSoftDeleted(subject);
        }
        write(List.of(new SubjectDeleted(subject, hidden.get(hidden.size() - 1))));
        return hidden;
    }

    /** Forgets a subject that was hidden before. */
    public synchronized List<Integer> hardDeleteSubject(String subject) {
        recoverAfterUnknownWrite();
        SubjectVersions versions = versions(subject);
        if (!versions.notDeleted().isEmpty()) {
            throw RegistryError.subjectNotSoftDeleted(subject);
        }
        List<Integer> erased = numbers(versions.visible(VersionVisibility.WITH_DELETED));
        write(erased.stream()
                .<SchemaLogRecord>map(version -> new SchemaErased(subject, version))
                .toList());
        return erased;
    }

    public synchronized int softDeleteVersion(String subject, String version) {
        recoverAfterUnknownWrite();
        RegisteredSchema schema = versions(subject).find(version, VersionVisibility.WITH_DELETED);
        if (schema.deleted()) {
            throw RegistryError.versionSoftDeleted(subject, schema.version());
        }
        write(List.of(new SchemaWritten(schema.markedDeleted())));
        return schema.version();
    }

    public synchronized int hardDeleteVersion(String subject, String version) {
        recoverAfterUnknownWrite();
        RegisteredSchema schema = versions(subject).find(version, VersionVisibility.WITH_DELETED);
        if (!schema.deleted()) {
            throw RegistryError.versionNotSoftDeleted(subject, schema.version());
        }
        write(List.of(new SchemaErased(subject, schema.version())));
        return schema.version();
    }

    private synchronized void recoverAfterUnknownWrite() {
        if (outcomeUnknown) {
            catalog = replayed(log);
            outcomeUnknown = false;
        }
    }

    private void write(List<SchemaLogRecord> records) {
        outcomeUnknown = true;
        log.append(records);
        records.forEach(catalog::apply);
        outcomeUnknown = false;
    }

    private static SchemaCatalog replayed(SchemaLog log) {
        SchemaCatalog catalog = new SchemaCatalog();
        log.replay(catalog::apply);
        return catalog;
    }

    private static List<Integer> numbers(List<RegisteredSchema> versions) {
        return versions.stream().map(RegisteredSchema::version).toList();
    }
}
