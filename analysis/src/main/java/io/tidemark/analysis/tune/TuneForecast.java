package io.tidemark.analysis.tune;

/**
 * Forecasts what a budget is spent on.
 *
 * @param finalStarts starts of the final stage
 * @param finalSeconds set aside for them
 * @param searchSeconds left for the search, the default's first run included
 * @param fewestTrials of the search, if every one is a long measurement
 * @param mostTrials of the search, if every one ends with its check
 */
public record TuneForecast(
        int finalStarts, double finalSeconds, double searchSeconds, int fewestTrials, int mostTrials) {
    /** Before the first start. */
    public static TuneForecast of(TuneSettings settings) {
        FinalStage finals = settings.finals();
        double reserved = finals.totalSeconds(settings.startSeconds());
        double search = settings.budgetSeconds() - reserved;
        double afterBaseline =
                search - settings.startSeconds() - settings.lengths().ofMeasurement(1);
        double longest = settings.startSeconds() + settings.lengths().longSeconds();
        double shortest = settings.startSeconds()
                + (settings.objective().isHeldLoad()
                        ? settings.lengths().checkSeconds()
                        : settings.lengths().shortSeconds());
        return new TuneForecast(
                finals.starts(),
                reserved,
                search,
                1 + (int) (afterBaseline / longest),
                1 + (int) (afterBaseline / shortest));
    }
}
