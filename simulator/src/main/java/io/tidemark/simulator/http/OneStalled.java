package io.tidemark.simulator.http;

import io.tidemark.simulator.config.FaultKind;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The one exchange that {@code stall-one} has taken: the first to write after the fault came on. Confined to the event loop. */
final class OneStalled {
    private static final long LOOK_MILLIS = 10;

    private final Later later;
    private final FaultBoard board;
    private int takenFor;
    private @Nullable FaultyExchange victim;

    OneStalled(Later later, FaultBoard board) {
        this.later = later;
        this.board = board;
    }

    boolean takes(FaultyExchange exchange) {
        Optional<FaultBoard.Posted> fault = board.on(FaultKind.STALL_ONE);
        if (fault.isEmpty()) {
            return false;
        }
        if (fault.get().id() != takenFor) {
            takenFor = fault.get().id();
            victim = exchange;
            lookAgain(exchange);
        }
        return victim == exchange;
    }

    private void lookAgain(FaultyExchange exchange) {
        later.run(LOOK_MILLIS, () -> {
            boolean on = board.on(FaultKind.STALL_ONE)
                    .filter(it -> it.id() == takenFor)
                    .isPresent();
            if (on) {
                lookAgain(exchange);
                return;
            }
            exchange.release();
        });
    }
}
