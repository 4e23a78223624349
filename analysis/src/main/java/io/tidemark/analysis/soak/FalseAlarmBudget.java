package io.tidemark.analysis.soak;

/**
 * How the false alarms that a soak may have are spent. 1 % of steady soaks may have any false alarm, however long they are. Hours and days have
 * a half each, every figure that is looked at an equal part of that, and look n of a figure 1 / (n (n + 1)) of its part: these sum to 1 over any
 * number of looks, so that by the union bound the whole holds under any dependence (alpha spending; Lan and DeMets, Biometrika 70, 1983, 659-663).
 */
final class FalseAlarmBudget {
    /** Share of steady soaks with any false alarm. */
    static final double PER_SOAK = 0.01;

    private FalseAlarmBudget() {}

    /**
     * The chance of a false alarm that one figure has at one look.
     *
     * @param look from 1: the number of the hour, or of the day
     */
    static double ofLook(int look) {
        if (look < 1) {
            throw new IllegalArgumentException("looks count from 1 but this was " + look);
        }
        double perFigure = PER_SOAK / SoakLevel.values().length / SoakMeasure.LOOKED_AT;
        return perFigure / ((double) look * (look + 1));
    }
}
