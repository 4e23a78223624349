package io.tidemark.simulator.http.faultinjection;

import io.tidemark.simulator.faults.FaultKind;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The one exchange that {@code stall-one} has taken: the first to write after the fault came on. Confined to the event loop. */
public final class SingleStall {
    private static final long LOOK_MILLIS = 10;

    private final EventLoopTimer later;
    private final FaultSchedule board;
    private Occurrence taken = new Occurrence(0, 0);
    private @Nullable FaultInjectingResponse stalled;

    public SingleStall(EventLoopTimer later, FaultSchedule board) {
        this.later = later;
        this.board = board;
    }

    boolean stalls(FaultInjectingResponse exchange) {
        Optional<FaultSchedule.ScheduledFault> fault = board.active(FaultKind.STALL_ONE);
        if (fault.isEmpty()) {
            return false;
        }
        Occurrence turn = turn(fault.get());
        if (!turn.equals(taken)) {
            taken = turn;
            stalled = exchange;
            pollFault(exchange, turn);
        }
        return stalled == exchange;
    }

    /** A fault that comes again takes another. */
    private record Occurrence(int id, long turn) {}

    private Occurrence turn(FaultSchedule.ScheduledFault fault) {
        return new Occurrence(fault.id(), board.occurrence(fault));
    }

    private void pollFault(FaultInjectingResponse exchange, Occurrence turn) {
        later.run(LOOK_MILLIS, () -> {
            boolean on = board.active(FaultKind.STALL_ONE)
                    .filter(it -> turn(it).equals(turn))
                    .isPresent();
            if (on) {
                pollFault(exchange, turn);
                return;
            }
            exchange.release();
        });
    }
}
