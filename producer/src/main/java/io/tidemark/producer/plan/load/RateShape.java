package io.tidemark.producer.plan.load;

import java.util.List;

/**
 * A rate that changes over time, in pieces, each of which goes evenly from one rate to another. After the last piece it starts
 * over, or stays at its last rate for ever.
 */
public record RateShape(List<Piece> pieces, After after) {
    public RateShape {
        pieces = List.copyOf(pieces);
        if (pieces.isEmpty()) {
            throw new IllegalArgumentException("a rate's shape must have at least one piece");
        }
    }

    /** What comes after the last piece. */
    public enum After {
        STAYS,
        REPEATS
    }

    /** Rates are per second and may be 0; {@code seconds} is &gt; 0. */
    public record Piece(double seconds, double fromPerSecond, double toPerSecond) {
        /** At one rate. */
        public static Piece at(double perSecond, double seconds) {
            return new Piece(seconds, perSecond, perSecond);
        }

        /** Requests expected in its first {@code elapsed} seconds. */
        double expectedBy(double elapsed) {
            return fromPerSecond * elapsed + (toPerSecond - fromPerSecond) / (2 * seconds) * elapsed * elapsed;
        }

        double expected() {
            return (fromPerSecond + toPerSecond) / 2 * seconds;
        }

        /** The inverse of {@link #expectedBy}, in the form of the quadratic's root that cancels no digits. */
        double secondsAt(double count) {
            if (count <= 0) {
                return 0;
            }
            double slope = (toPerSecond - fromPerSecond) / seconds;
            double root = Math.sqrt(Math.max(0, fromPerSecond * fromPerSecond + 2 * slope * count));
            return Math.min(seconds, 2 * count / (fromPerSecond + root));
        }
    }

    public double firstPerSecond() {
        return pieces.get(0).fromPerSecond();
    }

    /** Highest rate that it comes to. */
    public double peakPerSecond() {
        return pieces.stream()
                .mapToDouble(piece -> Math.max(piece.fromPerSecond(), piece.toPerSecond()))
                .max()
                .orElseThrow();
    }

    /** Requests expected in its first {@code seconds}: the integral of the rate. */
    public double expectedArrivals(double seconds) {
        double round = roundSeconds();
        double rounds = after == After.REPEATS ? Math.floor(seconds / round) : 0;
        double expected = rounds * roundExpected();
        double left = seconds - rounds * round;
        for (Piece piece : pieces) {
            double within = Math.min(left, piece.seconds());
            expected += piece.expectedBy(within);
            left -= within;
        }
        return expected + left * lastPerSecond();
    }

    /** When that many are expected to have come: the latest such time, so that none falls into a silence; infinity if never. */
    public double secondsAtArrival(double count) {
        double perRound = roundExpected();
        boolean repeats = after == After.REPEATS && perRound > 0;
        double rounds = repeats ? Math.floor(count / perRound) : 0;
        double seconds = rounds * roundSeconds();
        double left = count - rounds * perRound;
        for (Piece piece : pieces) {
            if (left < piece.expected()) {
                return seconds + piece.secondsAt(left);
            }
            seconds += piece.seconds();
            left = Math.max(0, left - piece.expected());
        }
        if (repeats) {
            return seconds;
        }
        return lastPerSecond() > 0 ? seconds + left / lastPerSecond() : Double.POSITIVE_INFINITY;
    }

    private double lastPerSecond() {
        return after == After.REPEATS ? 0 : pieces.get(pieces.size() - 1).toPerSecond();
    }

    private double roundSeconds() {
        return pieces.stream().mapToDouble(Piece::seconds).sum();
    }

    private double roundExpected() {
        return pieces.stream().mapToDouble(Piece::expected).sum();
    }
}
