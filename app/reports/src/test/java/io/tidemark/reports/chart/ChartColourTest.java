package io.tidemark.reports.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ChartColourTest {
    private static final double OF_GRAPHICS = 3;
    private static final double OF_TEXT = 4.5;

    @ParameterizedTest
    @EnumSource(
            value = ChartColour.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"PAPER", "VEIL", "GRID", "TEXT", "STEP", "BREACH"})
    void everyLineHasAContrastOfThreeToOneOnBothPages(ChartColour shade) {
        assertThat(contrast(shade.light(), ChartColour.PAPER.light())).isGreaterThanOrEqualTo(OF_GRAPHICS);
        assertThat(contrast(shade.dark(), ChartColour.PAPER.dark())).isGreaterThanOrEqualTo(OF_GRAPHICS);
    }

    @Test
    void textHasTheContrastOfText() {
        assertThat(contrast(ChartColour.TEXT.light(), ChartColour.PAPER.light()))
                .isGreaterThanOrEqualTo(OF_TEXT);
        assertThat(contrast(ChartColour.TEXT.dark(), ChartColour.PAPER.dark())).isGreaterThanOrEqualTo(OF_TEXT);
    }

    @Test
    void contrastIsThatOfTheStandard() {
        // WCAG 2.2: black on white is 21 to 1, #767676 on white 4.54 to 1
        assertThat(contrast(0x000000, 0xFFFFFF)).isEqualTo(21);
        assertThat(contrast(0x767676, 0xFFFFFF)).isBetween(4.53, 4.55);
    }

    @Test
    void noTwoColoursAreDrawnAlikeSoThatEachCanBeTurned() {
        assertThat(IntStream.of(java.util.Arrays.stream(ChartColour.values())
                                .mapToInt(ChartColour::light)
                                .toArray())
                        .distinct()
                        .count())
                .isEqualTo(ChartColour.values().length);
    }

    @Test
    void aSeventhPhaseHasTheFirstOnesColourAgainWithAnotherDash() {
        assertThat(ChartColour.ofPhase(ChartColour.phases())).isEqualTo(ChartColour.ofPhase(0));
        assertThat(IntStream.range(0, 36)
                        .mapToObj(hue -> new CurveStyle(hue, CurveStyle.Line.PHASE_DASHED))
                        .map(ink -> java.util.List.of(ink.colour(), ink.stroke()))
                        .distinct())
                .as("colour and dash together tell 36 phases apart")
                .hasSize(36);
    }

    @Test
    void eachSignalHasALineOfItsOwn() {
        java.util.List<CurveStyle.Line> signals = java.util.Arrays.stream(CurveStyle.Line.values())
                .filter(line -> line.name().startsWith("SIGNAL"))
                .toList();
        assertThat(signals).hasSize(7);
        assertThat(signals.stream()
                        .map(line -> new CurveStyle(0, line))
                        .map(ink -> java.util.List.of(ink.colour(), ink.stroke()))
                        .distinct())
                .as("colour and dash together tell signals apart")
                .hasSize(signals.size());
    }

    private static double contrast(int one, int other) {
        double a = luminance(one);
        double b = luminance(other);
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }

    private static double luminance(int rgb) {
        return 0.2126 * linear((rgb >> 16) & 0xFF) + 0.7152 * linear((rgb >> 8) & 0xFF) + 0.0722 * linear(rgb & 0xFF);
    }

    private static double linear(int channel) {
        double share = channel / 255.0;
        return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
    }
}
