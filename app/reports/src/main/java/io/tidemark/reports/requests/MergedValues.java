package io.tidemark.reports.requests;

import io.tidemark.analysis.quantile.RankedValues;
import java.util.List;

/** Values of several groups as those of one. */
public final class MergedValues {
    private MergedValues() {}

    /** All of them, by rank; none may be below 0. */
    public static RankedValues of(List<RankedValues> parts) {
        long[] all = new long
                [Math.toIntExact(parts.stream().mapToLong(RankedValues::count).sum())];
        int filled = 0;
        for (RankedValues part : parts) {
            for (long rank = 1; rank <= part.count(); rank++) {
                all[filled++] = part.nanosAt(rank);
            }
        }
        return RankedValues.sorted(RadixSort.sorted(all));
    }
}
