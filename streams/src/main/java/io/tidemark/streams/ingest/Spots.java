package io.tidemark.streams.ingest;

import io.tidemark.schemas.serde.ChunkColumns;
import io.tidemark.streams.pane.SeriesKey;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The spots found since deltas were last sent; those of token batches are found without making a key for each. Not thread-safe. */
final class Spots {
    private static final int NEAR = 256;
    private static final int MIX = 31;

    private final Function<Spot.Place, Spot> finder;
    private final Map<Spot.Place, Spot> spots = new HashMap<>();
    private final @Nullable Spot[] near = new Spot[NEAR];

    /** {@code finder} makes a spot that is not known. */
    Spots(Function<Spot.Place, Spot> finder) {
        this.finder = finder;
    }

    Spot of(ChunkColumns batch) {
        int at = near(batch);
        Spot known = near[at];
        if (known != null && known.isOf(batch)) {
            return known;
        }
        Spot found = of(new Spot.Place(
                SeenLanes.Stream.TOKENS,
                batch.run(),
                batch.lane(),
                new SeriesKey(batch.step(), batch.target(), batch.requestClass())));
        near[at] = found;
        return found;
    }

    Spot of(Spot.Place place) {
        Spot known = spots.get(place);
        return known != null ? known : spots.computeIfAbsent(place, finder);
    }

    void clear() {
        spots.clear();
        Arrays.fill(near, null);
    }

    /** Names are the same strings from record to record, so that their hashes are known. */
    private static int near(ChunkColumns batch) {
        int hash = batch.run().hashCode();
        hash = MIX * hash + batch.lane().hashCode();
        hash = MIX * hash + batch.target().hashCode();
        hash = MIX * hash + batch.requestClass().hashCode() + batch.step();
        return (hash ^ hash >>> Byte.SIZE ^ hash >>> Short.SIZE) & NEAR - 1;
    }
}
