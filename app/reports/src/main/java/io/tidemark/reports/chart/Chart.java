package io.tidemark.reports.chart;

import java.util.List;

/**
 * A chart: panels above each other over one x axis.
 *
 * @param name of its file, without the ending: {@code [a-z0-9-]+}
 * @param alternative what it shows, for those who cannot see it
 */
public record Chart(
        String name, String title, String alternative, Axis x, List<Panel> panels, int widthPixels, int heightPixels) {
    public Chart {
        if (!name.matches("[a-z0-9-]+")) {
            throw new IllegalArgumentException("a picture's name must be of [a-z0-9-] but was \"" + name + "\"");
        }
        panels = List.copyOf(panels);
    }
}
