package io.tidemark.analysis.compare;

/**
 * One side's runs at one question, on the scale of the comparison.
 *
 * @param variance between runs
 * @param ownVariance mean of what the values vary by themselves
 */
record Sample(int runs, double mean, double variance, double ownVariance) {
    static Sample of(Iterable<ScaledRun> runs, int count) {
        double[] values = new double[count];
        double own = 0;
        int at = 0;
        for (ScaledRun run : runs) {
            values[at++] = run.value();
            own += run.ownVariance();
        }
        return new Sample(count, Spread.mean(values), Spread.ofValues(values).variance(), own / count);
    }

    /** The same with more runs that are as these. */
    Sample grown(int atLeast) {
        return new Sample(Math.max(runs, atLeast), mean, variance, ownVariance);
    }

    Sample varyingBy(double other) {
        return new Sample(runs, mean, other, ownVariance);
    }

    Spread spread() {
        return runs < 2 ? Spread.NONE : new Spread(variance, runs - 1);
    }

    double varianceOfMean() {
        return variance / runs;
    }
}
