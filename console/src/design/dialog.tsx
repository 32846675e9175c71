import type { ReactNode } from "react";
import { Dialog as AriaDialog, DialogTrigger, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Button } from "./button.tsx";
import styles from "./dialog.module.css";

interface DialogProps {
  readonly title: string;
  /** The button that opens the dialog; without one, `isOpen` says whether it is open. */
  readonly trigger?: ReactNode;
  readonly isOpen?: boolean;
  /** Called when the dialog is closed, by Escape, by its button or by what it shows. */
  readonly onClose?: () => void;
  /** Whether the dialog asks for a decision: it is then not closed by a click beside it. */
  readonly isAlert?: boolean;
  /** Whether only what the dialog shows closes it, because what it shows cannot be had again. */
  readonly isLocked?: boolean;
  /** What the dialog shows; a function is given what closes it. */
  readonly children: ReactNode | ((close: () => void) => ReactNode);
}

/** A dialog over the page, opened by a button of its own or by whoever shows it; the focus stays within, and goes back. */
export function Dialog({
  title,
  trigger,
  isOpen,
  onClose,
  isAlert = false,
  isLocked = false,
  children,
}: DialogProps): ReactNode {
  const overlay = (
    <ModalOverlay
      className={styles["overlay"]!}
      isDismissable={!isAlert && !isLocked}
      isKeyboardDismissDisabled={isLocked}
      onOpenChange={(isNowOpen) => !isNowOpen && onClose?.()}
      {...(trigger === undefined ? { isOpen: isOpen === true } : {})}
    >
      <Modal className={styles["modal"]!}>
        <AriaDialog className={styles["dialog"]!} role={isAlert ? "alertdialog" : "dialog"}>
          {({ close }) => (
            <>
              <header className={styles["header"]}>
                <Heading slot="title" level={2}>
                  {title}
                </Heading>
                {!isLocked && (
                  <Button kind="quiet" aria-label="Close" onPress={close}>
                    <span aria-hidden="true">✕</span>
                  </Button>
                )}
              </header>
              {typeof children === "function" ? children(close) : children}
            </>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
  return trigger === undefined ? (
    overlay
  ) : (
    <DialogTrigger>
      {trigger}
      {overlay}
    </DialogTrigger>
  );
}

/** The buttons at the foot of a dialog. */
export const DialogActions = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <div className={styles["actions"]}>{children}</div>
);
