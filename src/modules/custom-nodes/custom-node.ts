/** How a kind of node is drawn. */
export interface Icon {
  /** Icon set, such as `font-awesome`. */
  readonly type: string;
  readonly name: string;
  /** `#RRGGBB`, upper case. */
  readonly color: string;
}

export interface CustomNodeDraft {
  readonly kindName: string;
  readonly icon: Icon;
}

export interface CustomNode extends CustomNodeDraft {
  readonly id: number;
}
