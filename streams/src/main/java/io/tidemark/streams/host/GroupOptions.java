package io.tidemark.streams.host;

import java.util.Locale;

/**
 * How the hosts that serve a team share its work.
 *
 * @param standbys copies of each task's state kept by other hosts; with {@link Protocol#STREAMS} the brokers decide that
 */
public record GroupOptions(Protocol protocol, int standbys) {
    /** Kafka's classic protocol, no standby. */
    public static final GroupOptions CLASSIC = new GroupOptions(Protocol.CLASSIC, 0);

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
    }
}
