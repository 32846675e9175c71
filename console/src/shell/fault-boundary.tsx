import { shownValue } from "../design/shown.ts";
import { Component, type ReactNode } from "react";
import { Button } from "../design/button.tsx";
import { Notice } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";

interface FaultBoundaryProps {
  readonly children: ReactNode;
}

/**
 * Shows what to do when a page of the console fails: its files cannot be read, because the service is away or was
 * upgraded under an open tab, or it has a fault. The navigation stays, and the next page begins anew.
 */
export class FaultBoundary extends Component<FaultBoundaryProps, { readonly fault: unknown }> {
  override readonly state: { readonly fault: unknown } = { fault: undefined };

  static getDerivedStateFromError(fault: unknown): { readonly fault: unknown } {
    return { fault: fault ?? "unknown" };
  }

  override render(): ReactNode {
    if (this.state.fault === undefined) {
      return this.props.children;
    }
    return (
      <Page title="This page could not be shown">
        <Notice kind="bad" title="The service did not answer, or the console was upgraded since it was opened">
          <p>Load it again; what has been entered here is then gone.</p>
          <p>{this.state.fault instanceof Error ? this.state.fault.message : shownValue(this.state.fault)}</p>
          <Button kind="primary" onPress={() => window.location.reload()}>
            Load the console again
          </Button>
        </Notice>
      </Page>
    );
  }
}
