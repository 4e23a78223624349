package io.tidemark.console.change;

import java.util.Optional;

/**
 * What a console may change, and for whom.
 *
 * @param operator runs the console
 * @param objectives of runs that last; empty without a cluster
 * @param stops of runs that last; empty without a cluster
 */
public record Changes(Operator operator, Optional<ObjectiveControl> objectives, Optional<RunStopControl> stops) {
    /**
     * Who runs the process: each record of a change names both, and without a login also who made it.
     *
     * @param user of the operating system
     * @param host name of the machine
     */
    public record Operator(String user, String host) {}
}
