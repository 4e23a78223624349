package io.tidemark.archive.format;

import io.tidemark.schemas.Topic;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.avro.Schema;

/** What the archive holds, each in a folder of its own. */
@SuppressWarnings("ImmutableEnumChecker") // Avro's schemas do not change once their fields are set.
public enum Dataset {
    REQUESTS(ArchiveSchemas.ofEvent(Topic.REQUESTS), "due"),
    TOKENS(ArchiveSchemas.ofEvent(Topic.TOKENS), "due"),
    /** Records of either topic that are no event: raw bytes, origin and the rule that they broke. */
    REJECTED(ArchiveSchemas.ofRejected(), "appended");

    private final Schema row;
    private final String dated;

    Dataset(Schema row, String dated) {
        this.row = row;
        this.dated = dated;
    }

    /** The dataset of a stream's events. */
    public static Optional<Dataset> of(Topic topic) {
        return switch (topic) {
            case REQUESTS -> Optional.of(REQUESTS);
            case TOKENS -> Optional.of(TOKENS);
            default -> Optional.empty();
        };
    }

    /** Name of its folder. */
    public String folder() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** A row in the job: the columns of its files, then what its folder's name says. */
    public Schema row() {
        return row;
    }

    /** A row in a file. */
    public Schema file() {
        return ArchiveSchemas.inFile(row);
    }

    /** The field, microseconds since 1970, whose day in UTC the row belongs to. */
    public String dated() {
        return dated;
    }

    /** Whether its folders are by run as well. */
    public boolean byRun() {
        return row.getField(ArchiveSchemas.RUN) != null;
    }

    /** Streams that are archived. */
    public static List<Topic> topics() {
        return Arrays.stream(Topic.values())
                .filter(topic -> of(topic).isPresent())
                .toList();
    }
}
