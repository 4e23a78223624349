package io.tidemark.cluster.registry;

import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import java.util.List;
import java.util.Optional;

/**
 * The versions of one subject, oldest first.
 *
 * @param all deleted ones too; none if the subject is unknown
 */
public record SubjectVersions(String subject, List<RegisteredSchema> all) {
    private static final String LATEST = "latest";
    private static final String LATEST_NUMBER = "-1";

    public SubjectVersions {
        all = List.copyOf(all);
    }

    public List<RegisteredSchema> notDeleted() {
        return all.stream().filter(schema -> !schema.deleted()).toList();
    }

    /** The versions that may be shown; a subject without any is not found. */
    public List<RegisteredSchema> visible(VersionVisibility visibility) {
        List<RegisteredSchema> shown = all.stream().filter(visibility::shows).toList();
        if (shown.isEmpty()) {
            throw RegistryError.subjectNotFound(subject);
        }
        return shown;
    }

    /** The version that was asked for: a number, "latest" or "-1". */
    public RegisteredSchema find(String version, VersionVisibility visibility) {
        Optional<Integer> number = number(version);
        List<RegisteredSchema> shown = visible(visibility);
        if (number.isEmpty()) {
            return shown.get(shown.size() - 1);
        }
        return shown.stream()
                .filter(schema -> schema.version() == number.get())
                .findFirst()
                .orElseThrow(() -> RegistryError.versionNotFound(version));
    }

    /** @throws RegistryError 42205 if the subject takes no further version of this schema's length */
    void requireRoomFor(AvroSchema schema) {
        if (all.size() >= SubjectRegistry.MAX_VERSIONS) {
            throw RegistryError.subjectFull(
                    subject, "it has " + all.size() + " versions of at most " + SubjectRegistry.MAX_VERSIONS);
        }
        int characters = schema.canonicalString().length()
                + all.stream()
                        .mapToInt(version -> version.schema().canonicalString().length())
                        .sum();
        if (characters > SubjectRegistry.MAX_CHARACTERS) {
            throw RegistryError.subjectFull(
                    subject,
                    "its versions would have " + characters + " characters together of at most "
                            + SubjectRegistry.MAX_CHARACTERS);
        }
    }

    int next() {
        return all.isEmpty() ? 1 : all.get(all.size() - 1).version() + 1;
    }

    /** Empty means the latest. */
    private static Optional<Integer> number(String version) {
        if (version.equals(LATEST) || version.equals(LATEST_NUMBER)) {
            return Optional.empty();
        }
        try {
            int number = Integer.parseInt(version);
            if (number > 0) {
                return Optional.of(number);
            }
        } catch (NumberFormatException e) {
            throw RegistryError.invalidVersion(version);
        }
        throw RegistryError.invalidVersion(version);
    }
}
