package io.tidemark.simulator.http;

import io.tidemark.simulator.config.FaultKind;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The one exchange that {@code stall-one} has taken: the first to write after the fault came on. Confined to the event loop. */
final class OneStalled {
    private static final long LOOK_MILLIS = 10;

    private final Later later;
    private final FaultBoard board;
    private Turn taken = new Turn(0, 0);
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
        Turn turn = turn(fault.get());
        if (!turn.equals(taken)) {
            taken = turn;
            victim = exchange;
            lookAgain(exchange, turn);
        }
        return victim == exchange;
    }

    /** A fault that comes again takes another. */
    private record Turn(int id, long turn) {}

    private Turn turn(FaultBoard.Posted fault) {
        return new Turn(fault.id(), board.turn(fault));
    }

    private void lookAgain(FaultyExchange exchange, Turn turn) {
        later.run(LOOK_MILLIS, () -> {
            boolean on = board.on(FaultKind.STALL_ONE)
                    .filter(it -> turn(it).equals(turn))
                    .isPresent();
            if (on) {
                lookAgain(exchange, turn);
                return;
            }
            exchange.release();
        });
    }
}
