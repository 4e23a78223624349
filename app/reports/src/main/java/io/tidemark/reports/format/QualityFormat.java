package io.tidemark.reports.format;

import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.run.QualityRow;

/** What answers were worth, in words. */
public final class QualityFormat {
    private QualityFormat() {}

    /** gsm8k_cot exact_match (strict-match). */
    public static String name(QualityRow row) {
        return row.task() + " " + row.metric() + (row.filter().isEmpty() ? "" : " (" + row.filter() + ")");
    }

    /** A share of items that were answered well. */
    public static boolean isScore(QualityRow row) {
        return row.higherIsBetter().orElse(true) && row.value() >= 0 && row.value() <= 1;
    }

    /** 80 % ± 7.43 % of 30. */
    public static String value(QualityRow row) {
        String error =
                row.stderr().isPresent() ? " ± " + amount(row, row.stderr().getAsDouble()) : "";
        String samples = row.n().isPresent() ? " of " + ValueText.count(row.n().getAsLong()) : "";
        return amount(row, row.value()) + error + samples;
    }

    private static String amount(QualityRow row, double value) {
        return isScore(row) ? ValueText.percent(value) : ValueText.digits(value);
    }
}
