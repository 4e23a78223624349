package io.tidemark.streams.explain;

import io.tidemark.events.MovedSide;
import java.util.List;
import java.util.stream.Collectors;

/** What moved, in plain words: the client's own first, then the load, then the server's, then what became of requests. */
final class SignalMoveText {
    private SignalMoveText() {}

    /** @param serverIsKnown whether any of the server's signals was there to compare */
    static String of(List<SignalMove> moves, boolean serverIsKnown) {
        List<SignalMove> client = by(moves, MovedSide.CLIENT);
        List<SignalMove> others =
                moves.stream().filter(move -> !client.contains(move)).toList();
        StringBuilder description = new StringBuilder();
        if (!client.isEmpty()) {
            description.append("The client's own: ").append(list(client)).append(". ");
        }
        if (!others.isEmpty()) {
            description.append("Moved with it: ").append(list(others)).append(". ");
        }
        if (by(moves, MovedSide.SERVER).isEmpty()) {
            description.append(serverIsKnown ? "No server signal moved." : "There was no server signal to compare.");
        }
        return description.toString().strip();
    }

    private static List<SignalMove> by(List<SignalMove> moves, MovedSide side) {
        return moves.stream().filter(move -> move.mover().side() == side).toList();
    }

    private static String list(List<SignalMove> moves) {
        return moves.stream().map(SignalMove::description).collect(Collectors.joining("; "));
    }
}
