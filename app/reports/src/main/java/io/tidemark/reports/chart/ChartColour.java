package io.tidemark.reports.chart;

import java.awt.Color;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The colours of charts on a light and on a dark page. Phases have those of Okabe and Ito (Color Universal Design, 2008), which
 * colour-blind readers distinguish, some of them darker or lighter so that each has a contrast of 3 to 1 and more with its page (WCAG 2.2,
 * 1.4.11). Pictures are drawn in the light ones; {@link #darkStyle()} turns them.
 */
enum ChartColour {
    PAPER(0xFFFFFF, 0x15191E),
    /** Behind labels, half transparent: a colour of its own, as the drawer writes white without it in another way. */
    VEIL(0xFEFEFE, 0x15191E),
    TEXT(0x333333, 0xD8DEE4),
    GRID(0xDDDDDD, 0x333A42),
    LIMIT(0x111111, 0xF0F3F6),
    STEP(0x8A8A8A, 0x808891),
    BREACH(0xC0392B, 0xFF7B6B),
    SIGNAL(0x303030, 0xD0D6DC),
    SIGNAL_SECOND(0x707070, 0x98A2AC),
    PHASE_1(0x0072B2, 0x4FA8E0),
    PHASE_2(0xD55E00, 0xFF8A3D),
    PHASE_3(0x00855F, 0x2CC295),
    PHASE_4(0xB0508A, 0xE39AC6),
    PHASE_5(0x9A6A00, 0xE6AE2E),
    PHASE_6(0x4B3F9E, 0xA79BF0);

    private static final ChartColour[] PHASES = {PHASE_1, PHASE_2, PHASE_3, PHASE_4, PHASE_5, PHASE_6};

    private final int light;
    private final int dark;

    ChartColour(int light, int dark) {
        this.light = light;
        this.dark = dark;
    }

    static ChartColour ofPhase(int hue) {
        return PHASES[hue % PHASES.length];
    }

    static int phases() {
        return PHASES.length;
    }

    Color colour() {
        return new Color(light);
    }

    Color colour(int alpha) {
        Color opaque = colour();
        return new Color(opaque.getRed(), opaque.getGreen(), opaque.getBlue(), alpha);
    }

    int light() {
        return light;
    }

    int dark() {
        return dark;
    }

    /** A rule for each colour where the reader prefers a dark page: drawn in the light one, shown in the dark one. */
    static String darkStyle() {
        return Arrays.stream(values())
                .map(ChartColour::rule)
                .collect(Collectors.joining("", "@media screen and (prefers-color-scheme: dark) {\n", "}\n"));
    }

    private String rule() {
        String drawn = drawn();
        String shown = String.format(Locale.ROOT, "#%06x", dark);
        return "svg [fill=\"" + drawn + "\"]{fill:" + shown + "}svg [stroke=\"" + drawn + "\"]{stroke:" + shown + "}\n";
    }

    /** As the drawer writes it. */
    private String drawn() {
        Color colour = colour();
        return light == PAPER.light
                ? "white"
                : "rgb(" + colour.getRed() + "," + colour.getGreen() + "," + colour.getBlue() + ")";
    }
}
