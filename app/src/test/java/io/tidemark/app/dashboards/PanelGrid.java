package io.tidemark.app.dashboards;

import java.util.ArrayList;
import java.util.List;

/** Puts panels beside each other from the left, and below each other where a row is full. */
final class PanelGrid {
    private static final int WIDTH = 24;

    private final List<Panel> panels = new ArrayList<>();
    private int x;
    private int y;
    private int rowHeight;

    /** A title of its own row. */
    PanelGrid row(String title) {
        nextRow();
        return add(WIDTH, 1, Panel.row(title));
    }

    /** @param width in cells, of which a row has 24 */
    PanelGrid add(int width, int height, Panel panel) {
        if (x + width > WIDTH) {
            nextRow();
        }
        panels.add(panel.at(panels.size() + 1, new Panel.GridPos(x, y, width, height)));
        x += width;
        rowHeight = Math.max(rowHeight, height);
        return this;
    }

    private void nextRow() {
        y += rowHeight;
        x = 0;
        rowHeight = 0;
    }

    List<Panel> panels() {
        return List.copyOf(panels);
    }
}
