package io.tidemark.streams.host;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How the hosts that serve a team share its work.
 *
 * @param standbys copies of each task's state kept by other hosts; with {@link Protocol#STREAMS} the brokers decide that
 * @param member the unique name of this host among the members of a group; if none is configured, the id in its home
 */
public record GroupOptions(Protocol protocol, int standbys, Optional<String> member) {
    /** Kafka's classic protocol, no standby. */
    public static final GroupOptions CLASSIC = new GroupOptions(Protocol.CLASSIC, 0);

    /** As Kafka allows it in group.instance.id; it appends the number of the thread. */
    private static final Pattern MEMBER = Pattern.compile("[A-Za-z0-9._-]{1,200}");

    /** Who hands out the tasks. */
    public enum Protocol {
        /** The first member of the group; a member keeps its place for a while when it restarts. */
        CLASSIC,
        /** The brokers (KIP-1071); members have no lasting place. */
        STREAMS;

        String setting() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public GroupOptions {
        if (standbys < 0) {
            throw new IllegalArgumentException("standbys must be >= 0 but were " + standbys);
        }
        if (standbys > 0 && protocol == Protocol.STREAMS) {
            throw new IllegalArgumentException("standbys must be 0 with the streams protocol but were " + standbys
                    + ": that protocol sets them in the group at the brokers, streams.num.standby.replicas");
        }
        member.filter(name -> !MEMBER.matcher(name).matches()).ifPresent(name -> {
            throw new IllegalArgumentException(
                    "a host's name must be 1 to 200 letters, digits, dots, _ and - but was \"" + name + "\"");
        });
    }

    /** A host that is called by the id in its home. */
    public GroupOptions(Protocol protocol, int standbys) {
        this(protocol, standbys, Optional.empty());
    }
}
